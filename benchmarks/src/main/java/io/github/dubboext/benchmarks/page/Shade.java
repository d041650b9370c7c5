package io.github.dubboext.benchmarks.page;

import java.awt.Color;
import org.knowm.xchart.style.Styler;

/** GitHub shows a page light or dark; a picture comes in both. */
enum Shade {
    LIGHT(0xffffff, 0x1f2328, 0xd8dee4),
    DARK(0x0d1117, 0xe6edf3, 0x30363d);

    /** Seen well on both. */
    private static final Color[] SERIES = {
        new Color(0x2f81f7),
        new Color(0xd4750c),
        new Color(0x2da44e),
        new Color(0xa371f7),
        new Color(0xe5534b),
        new Color(0x8b949e)
    };

    final Color background;
    final Color text;
    final Color grid;

    Shade(int background, int text, int grid) {
        this.background = new Color(background);
        this.text = new Color(text);
        this.grid = new Color(grid);
    }

    static Color series(int index) {
        return SERIES[index % SERIES.length];
    }

    void colour(Styler styler) {
        styler.setChartBackgroundColor(background)
                .setPlotBackgroundColor(background)
                .setLegendBackgroundColor(background)
                .setLegendBorderColor(background)
                .setPlotBorderColor(grid)
                .setChartFontColor(text);
    }
}
