package io.github.dubboext.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.OrderService;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.config.spring.ReferenceBean;
import org.apache.dubbo.config.spring.ServiceBean;
import org.apache.dubbo.rpc.cluster.ClusterInvoker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.support.GenericXmlApplicationContext;
import org.springframework.core.io.ByteArrayResource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Every piece of XML on the pages starts, and Dubbo sees what it says. */
class XmlSnippetsTest {
    private static final String AROUND = """
            <beans xmlns="http://www.springframework.org/schema/beans"
                   xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
                   xmlns:dubbo="http://dubbo.apache.org/schema/dubbo"
                   xsi:schemaLocation="http://www.springframework.org/schema/beans http://www.springframework.org/schema/beans/spring-beans.xsd
                                       http://dubbo.apache.org/schema/dubbo http://dubbo.apache.org/schema/dubbo/dubbo.xsd">
            <dubbo:application name="page"/>
            <dubbo:registry address="N/A"/>
            <dubbo:protocol name="injvm"/>
            <bean id="orders%s" class="io.github.dubboext.docs.Providers$Orders"/>
            %s
            </beans>
            """;

    /** What says which service it is, and not how it is called. */
    private static final Set<String> NAMES = Set.of("id", "interface", "ref", "version", "group", "name");

    private static final String METADATA_PORT = "dubbo.application.metadata-service-port";

    /** New ones for each: closing an application of a JVM closes the connections of the others, too. */
    private Providers providers;

    record Snippet(String page, int number, String xml) {
        @Override
        public String toString() {
            return page + " " + number;
        }
    }

    static Stream<Snippet> snippets() throws IOException {
        // The Chinese page has the snippets of the English one: PagesTest.
        return PagesTest.pages().filter(page -> !page.contains("zh-CN")).flatMap(page -> {
            List<Page.Fence> fences = Page.of(page).fences("xml");
            return IntStream.range(0, fences.size())
                    .mapToObj(i -> new Snippet(page, i + 1, fences.get(i).text()));
        });
    }

    @BeforeEach
    void startProviders() {
        providers = new Providers();
        // No attribute of the XML has it, and the port that it would look for is everybody's.
        System.setProperty(METADATA_PORT, String.valueOf(Providers.freePort()));
    }

    @AfterEach
    void stopProviders() {
        System.clearProperty(METADATA_PORT);
        providers.close();
    }

    @ParameterizedTest
    @MethodSource("snippets")
    void snippet_starts_andDubboSeesWhatItSays(Snippet snippet) throws Exception {
        if (snippet.xml().startsWith("<dependency>")) {
            assertIsOurs(snippet.xml());
            return;
        }
        boolean ownBean = snippet.xml().contains("id=\"orders\"");
        String xml = AROUND.formatted(ownBean ? "Bean" : "", snippet.xml());
        Document parsed = parse(xml);
        try (GenericXmlApplicationContext context = new GenericXmlApplicationContext()) {
            context.load(new ByteArrayResource(xml.getBytes(StandardCharsets.UTF_8)));
            context.refresh();
            assertReferences(context, parsed);
            assertServices(context, parsed);
        }
    }

    @SuppressWarnings("deprecation") // getInvoker(): there is no other way to see what the provider is called with
    private static void assertReferences(GenericXmlApplicationContext context, Document parsed) {
        List<Element> references = elements(parsed, "dubbo:reference");
        Map<String, String> ofAll = new TreeMap<>();
        elements(parsed, "dubbo:consumer").forEach(consumer -> ofAll.putAll(settings(consumer)));
        for (Element reference : references) {
            ReferenceBean<?> bean = context.getBean("&" + reference.getAttribute("id"), ReferenceBean.class);
            OrderService service = context.getBean(reference.getAttribute("id"), OrderService.class);
            assertThat(service.getOrderInfo(7)).isEqualTo("order 7");
            assertThat(service.search("Ada")).isEqualTo("orders of Ada");
            ClusterInvoker<?> cluster =
                    (ClusterInvoker<?>) bean.getReferenceConfig().getInvoker();
            URL url = cluster.getDirectory().getAllInvokers().get(0).getUrl();
            Map<String, String> said = new TreeMap<>(ofAll);
            said.putAll(settings(reference));
            assertThat(url.getParameters()).containsAllEntriesOf(said);
        }
    }

    private static void assertServices(GenericXmlApplicationContext context, Document parsed) {
        List<Map<String, String>> said = new ArrayList<>();
        Map<String, String> ofAll = new TreeMap<>();
        elements(parsed, "dubbo:provider").forEach(provider -> ofAll.putAll(settings(provider)));
        elements(parsed, "dubbo:service").forEach(service -> {
            Map<String, String> all = new TreeMap<>(ofAll);
            all.putAll(settings(service));
            said.add(all);
        });
        List<Map<String, String>> exported = new ArrayList<>();
        for (ServiceBean<?> bean : context.getBeansOfType(ServiceBean.class).values()) {
            exported.add(bean.getExportedUrls().get(0).getParameters());
        }
        assertThat(exported).hasSameSizeAs(said);
        for (Map<String, String> service : said) {
            assertThat(exported).anySatisfy(url -> assertThat(url).containsAllEntriesOf(service));
        }
    }

    /** Attributes and parameters, those of methods with the method's name before them. */
    private static Map<String, String> settings(Element element) {
        Map<String, String> settings = new TreeMap<>();
        for (int i = 0; i < element.getAttributes().getLength(); i++) {
            Node attribute = element.getAttributes().item(i);
            if (!NAMES.contains(attribute.getNodeName())
                    && !attribute.getNodeName().equals("filter")) {
                settings.put(attribute.getNodeName(), attribute.getNodeValue());
            }
        }
        for (Element child : children(element)) {
            if (child.getTagName().equals("dubbo:parameter")) {
                settings.put(child.getAttribute("key"), child.getAttribute("value"));
            } else if (child.getTagName().equals("dubbo:method")) {
                settings(child).forEach((key, value) -> settings.put(child.getAttribute("name") + "." + key, value));
            }
        }
        return settings;
    }

    /** A dependency to copy has the names and the version that this build makes. */
    private static void assertIsOurs(String xml) throws Exception {
        Document project = parse(Files.readString(Page.REPOSITORY.resolve("pom.xml")));
        Element root = project.getDocumentElement();
        List<String> modules =
                elements(project, "module").stream().map(Node::getTextContent).toList();
        for (Element dependency : elements(parse("<all>" + xml + "</all>"), "dependency")) {
            assertThat(text(dependency, "groupId")).isEqualTo(text(root, "groupId"));
            assertThat(text(dependency, "version")).isEqualTo(text(root, "version"));
            assertThat(modules).contains(text(dependency, "artifactId"));
        }
    }

    private static String text(Element parent, String tag) {
        return children(parent).stream()
                .filter(child -> child.getTagName().equals(tag))
                .findFirst()
                .orElseThrow()
                .getTextContent();
    }

    private static List<Element> children(Element parent) {
        return IntStream.range(0, parent.getChildNodes().getLength())
                .mapToObj(parent.getChildNodes()::item)
                .filter(Element.class::isInstance)
                .map(Element.class::cast)
                .toList();
    }

    private static List<Element> elements(Document document, String tag) {
        var found = document.getElementsByTagName(tag);
        return IntStream.range(0, found.getLength())
                .mapToObj(i -> (Element) found.item(i))
                .toList();
    }

    private static Document parse(String xml) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    }
}
