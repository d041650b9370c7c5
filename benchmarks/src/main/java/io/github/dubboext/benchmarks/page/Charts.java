package io.github.dubboext.benchmarks.page;

import java.awt.BasicStroke;
import java.awt.Dimension;
import java.awt.Font;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * Charts as SVG files, light and dark. XChart's own logarithmic axes have no labels of our making, so logarithms are drawn on
 * ordinary axes, and labelled where they are whole.
 */
final class Charts {
    private static final int WIDTH = 860;
    private static final int HEIGHT = 430;
    private static final String NO_LABEL = " ";
    private static final String SVG = "http://www.w3.org/2000/svg";

    private final Path folder;

    Charts(Path folder) {
        this.folder = folder;
    }

    /**
     * A curve.
     *
     * @param family curves of one family have one colour
     * @param dashed for Dubbo's
     */
    record Curve(String name, List<Integer> x, List<Double> nanos, int family, boolean dashed) {}

    /** Time by number of providers. */
    void curves(String name, String title, List<Curve> curves) throws IOException {
        for (Shade shade : Shade.values()) {
            XYChart chart = new XYChartBuilder()
                    .width(WIDTH)
                    .height(HEIGHT)
                    .title(title)
                    .xAxisTitle("providers")
                    .build();
            style(chart.getStyler(), shade, Charts::decade);
            chart.getStyler()
                    .setYAxisMin(decadeBelow(curves.stream().map(Curve::nanos).toList()));
            chart.getStyler()
                    .setxAxisTickLabelsFormattingFunction(
                            x -> whole(x) ? String.format(Locale.ROOT, "%,.0f", Math.pow(10, x)) : NO_LABEL);
            chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
            for (Curve curve : curves) {
                XYSeries series = chart.addSeries(
                        curve.name(), curve.x().stream().map(Math::log10).toList(), logarithms(curve.nanos()));
                series.setLineColor(Shade.series(curve.family()));
                series.setMarkerColor(Shade.series(curve.family()));
                series.setMarker(curve.dashed() ? SeriesMarkers.DIAMOND : SeriesMarkers.CIRCLE);
                series.setLineStyle(
                        curve.dashed()
                                ? new BasicStroke(
                                        2, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, new float[] {6, 4}, 0)
                                : new BasicStroke(2.5f));
            }
            write(name, shade, chart);
        }
    }

    /** A group of bars for each label, a bar of it for each series. */
    void bars(String name, String title, List<String> labels, Map<String, List<Double>> nanos, boolean logarithmic)
            throws IOException {
        for (Shade shade : Shade.values()) {
            CategoryChart chart = new CategoryChartBuilder()
                    .width(WIDTH)
                    .height(HEIGHT)
                    .title(title)
                    .build();
            style(chart.getStyler(), shade, logarithmic ? Charts::decade : Charts::time);
            chart.getStyler().setYAxisMin(logarithmic ? decadeBelow(nanos.values()) : 0);
            chart.getStyler().setXAxisLabelRotation(crowded(labels) ? 30 : 0);
            chart.getStyler().setLegendPosition(LegendPosition.OutsideS).setLegendLayout(LegendLayout.Horizontal);
            chart.getStyler().setAvailableSpaceFill(0.8);
            int index = 0;
            for (var series : nanos.entrySet()) {
                chart.addSeries(
                                series.getKey(),
                                labels,
                                logarithmic ? logarithms(series.getValue()) : series.getValue())
                        .setFillColor(Shade.series(index++));
            }
            write(name, shade, chart);
        }
    }

    private static List<Double> logarithms(List<Double> values) {
        return values.stream().map(Math::log10).toList();
    }

    /** Where a logarithmic axis begins. */
    private static double decadeBelow(Collection<List<Double>> values) {
        return values.stream()
                .flatMap(List::stream)
                .mapToDouble(value -> Math.floor(Math.log10(value)))
                .min()
                .orElse(0);
    }

    private static String decade(double logarithm) {
        return whole(logarithm) ? time(Math.pow(10, logarithm)) : NO_LABEL;
    }

    private static boolean crowded(List<String> labels) {
        return labels.stream().mapToInt(String::length).max().orElse(0) * labels.size() > 80;
    }

    private static boolean whole(double value) {
        return Math.abs(value - Math.rint(value)) < 1e-6;
    }

    private static String time(double nanos) {
        return Figures.time(nanos).replace(".0 ", " ");
    }

    private static void style(AxesChartStyler styler, Shade shade, Function<Double, String> format) {
        shade.colour(styler);
        Font font = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
        styler.setBaseFont(font);
        styler.setChartTitleFont(font.deriveFont(Font.BOLD, 15));
        styler.setLegendFont(font);
        styler.setChartTitleBoxVisible(false);
        styler.setChartTitlePadding(10);
        styler.setChartPadding(12);
        styler.setMarkerSize(7);
        styler.setAxisTickLabelsFont(font)
                .setAxisTitleFont(font)
                .setAxisTicksLineVisible(false)
                .setXAxisTickMarksColor(shade.grid)
                .setYAxisTickMarksColor(shade.grid)
                .setXAxisTickLabelsColor(shade.text)
                .setYAxisTickLabelsColor(shade.text)
                .setPlotGridLinesColor(shade.grid)
                .setPlotGridLinesStroke(new BasicStroke(1))
                .setyAxisTickLabelsFormattingFunction(format);
    }

    private void write(String name, Shade shade, Chart<?, ?> chart) throws IOException {
        SVGGeneratorContext context = SVGGeneratorContext.createDefault(document());
        context.setPrecision(2);
        SVGGraphics2D graphics = new SVGGraphics2D(context, false);
        graphics.setSVGCanvasSize(new Dimension(WIDTH, HEIGHT));
        chart.paint(graphics, WIDTH, HEIGHT);
        Element root = graphics.getRoot();
        root.setAttribute("viewBox", "0 0 " + WIDTH + " " + HEIGHT);
        StringWriter svg = new StringWriter();
        graphics.stream(root, svg, true, false);
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(file(name, shade)), svg.toString());
    }

    private static Document document() throws IOException {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .getDOMImplementation()
                    .createDocument(SVG, "svg", null);
        } catch (ParserConfigurationException e) {
            throw new IOException(e);
        }
    }

    private static String file(String name, Shade shade) {
        return name + "-" + shade.name().toLowerCase(Locale.ROOT) + ".svg";
    }

    /** The lines that show a chart, light or dark as the reader's page is. */
    static List<String> show(String folder, String name, String text) {
        return List.of(
                "<picture>",
                "  <source media=\"(prefers-color-scheme: dark)\" srcset=\"" + folder + file(name, Shade.DARK) + "\">",
                "  <img alt=\"" + text + "\" src=\"" + folder + file(name, Shade.LIGHT) + "\" width=\"" + WIDTH + "\">",
                "</picture>");
    }
}
