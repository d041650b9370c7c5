package io.github.dubboext.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;

/** A Markdown page of this repository, taken apart. */
record Page(Path path, Node root) {
    private static final Parser PARSER =
            Parser.builder().extensions(List.of(TablesExtension.create())).build();

    /** The module's folder is where Maven runs its tests. */
    static final Path REPOSITORY = Path.of("").toAbsolutePath().getParent();

    private static final Pattern NOT_IN_ANCHORS = Pattern.compile("[^\\p{L}\\p{N} _-]");

    static Page of(String path) {
        Path file = REPOSITORY.resolve(path);
        try {
            return new Page(file, PARSER.parse(Files.readString(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A piece of text: what it says, and which parts of it are code. */
    record Piece(String text, List<String> code) {
        static Piece of(Node node) {
            StringBuilder text = new StringBuilder();
            List<String> code = new ArrayList<>();
            node.accept(new AbstractVisitor() {
                @Override
                public void visit(Text part) {
                    text.append(part.getLiteral());
                }

                @Override
                public void visit(Code part) {
                    text.append(part.getLiteral());
                    code.add(part.getLiteral());
                }

                @Override
                public void visit(SoftLineBreak part) {
                    text.append('\n');
                }
            });
            return new Piece(text.toString(), code);
        }

        /** Runs of digits, also those inside code. */
        List<String> numbers() {
            return Pattern.compile("\\d[\\d,.]*\\d|\\d")
                    .matcher(text)
                    .results()
                    .map(match -> match.group())
                    .toList();
        }
    }

    record Title(int level, Piece piece) {
        String anchor() {
            return NOT_IN_ANCHORS
                    .matcher(piece.text().toLowerCase(Locale.ROOT))
                    .replaceAll("")
                    .replace(' ', '-');
        }
    }

    record Fence(String language, String text) {}

    List<Title> titles() {
        return nodes(Heading.class)
                .map(heading -> new Title(heading.getLevel(), Piece.of(heading)))
                .toList();
    }

    /** Tables, their rows (the head is the first) and their cells. */
    List<List<List<Piece>>> tables() {
        return nodes(TableBlock.class)
                .map(table -> nodes(TableRow.class, table)
                        .map(row -> children(row).map(Piece::of).toList())
                        .toList())
                .toList();
    }

    List<Fence> fences(String language) {
        return fences().stream()
                .filter(fence -> fence.language().equals(language))
                .toList();
    }

    List<Fence> fences() {
        return nodes(FencedCodeBlock.class)
                .map(block -> new Fence(block.getInfo(), block.getLiteral()))
                .toList();
    }

    List<Piece> numberedItems() {
        return nodes(OrderedList.class)
                .flatMap(list -> nodes(ListItem.class, list))
                .map(Piece::of)
                .toList();
    }

    List<String> code() {
        return nodes(Code.class).map(Code::getLiteral).toList();
    }

    /** Where links and images lead. */
    List<String> targets() {
        return Stream.concat(
                        nodes(Link.class).map(Link::getDestination),
                        nodes(Image.class).map(Image::getDestination))
                .toList();
    }

    private <N extends Node> Stream<N> nodes(Class<N> type) {
        return nodes(type, root);
    }

    private static <N extends Node> Stream<N> nodes(Class<N> type, Node from) {
        List<N> found = new ArrayList<>();
        collect(type, from, found);
        return found.stream();
    }

    private static <N extends Node> void collect(Class<N> type, Node from, List<N> found) {
        if (type.isInstance(from)) {
            found.add(type.cast(from));
        }
        children(from).forEach(child -> collect(type, child, found));
    }

    private static Stream<Node> children(Node node) {
        return Stream.iterate(node.getFirstChild(), child -> child != null, Node::getNext);
    }
}
