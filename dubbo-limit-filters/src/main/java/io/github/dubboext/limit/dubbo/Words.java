package io.github.dubboext.limit.dubbo;

/** Keeps texts short: names come from other people and have no bound. */
final class Words {

    private Words() {}

    /** At most {@code charsMax} characters, the front cut off: the end of a class name says more. */
    static String shorten(String text, int charsMax) {
        return text.length() <= charsMax ? text : "..." + text.substring(text.length() - charsMax + 3);
    }
}
