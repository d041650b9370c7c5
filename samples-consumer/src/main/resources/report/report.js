// Draws what the page's data says; the numbers are computed where they were measured.
(() => {
  "use strict";
  const data = JSON.parse(document.getElementById("data").textContent);
  const pictures = document.getElementById("pictures");
  const COLOURS = ["#4e79a7", "#f28e2b", "#e15759", "#59a14f", "#b07aa1", "#edc948", "#76b7b2", "#ff9da7", "#9c755f", "#8e9aa6"];
  const charts = [];
  const style = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const colour = i => COLOURS[i % COLOURS.length];
  const number = v => v == null ? "–" : v >= 100 ? Math.round(v).toLocaleString("en") : String(+v.toPrecision(3));
  const host = data.providers.length > 0 ? data.providers[0].address.replace(/\d+$/, "") : "";
  const sameHost = data.providers.every(p => p.address.startsWith(host));
  const short = address => sameHost ? address.slice(host.length - 1) : address;

  function group(title, className) {
    if (title) {
      pictures.append(Object.assign(document.createElement("h2"), {textContent: title}));
    }
    const div = Object.assign(document.createElement("div"), {className});
    pictures.append(div);
    return div;
  }

  function axis(more) {
    return {
      stroke: () => style("--quiet"),
      grid: {stroke: () => style("--line"), width: 1},
      ticks: {stroke: () => style("--line"), width: 1},
      font: "12px system-ui, sans-serif",
      ...more,
    };
  }

  function chart(parent, {title, hint, height, series, columns, x, y, scales, bars}) {
    const figure = document.createElement("figure");
    const caption = Object.assign(document.createElement("figcaption"), {textContent: title});
    if (hint) {
      caption.append(Object.assign(document.createElement("small"), {textContent: hint}));
    }
    figure.append(caption);
    parent.append(figure);
    const width = () => Math.max(200, figure.clientWidth - 2 * parseFloat(getComputedStyle(figure).paddingLeft));
    const plot = new uPlot({
      width: width(),
      height,
      scales: {x: {time: false}, ...scales},
      legend: {live: !bars},
      cursor: {show: !bars, points: {size: 6}, drag: {x: !bars, y: false}},
      axes: [axis(x), axis({size: 58, values: (u, ticks) => ticks.map(t => t == null ? "" : number(t)), ...y})],
      series: [{label: x.label || "at", ...(x.read && {value: (u, v) => v == null ? "–" : x.read(v)})},
        ...series.map(s => ({width: 2, points: {show: columns[0].length < 3}, value: (u, v) => number(v), ...s}))],
    }, columns, figure);
    charts.push(plot);
    new ResizeObserver(() => {
      if (width() !== plot.width) {
        plot.setSize({width: width(), height});
      }
    }).observe(figure);
  }

  /** Brings series with stamps of their own onto one axis; where one has no value it goes on straight. */
  function join(tables) {
    return uPlot.join(tables, tables.map(table => table.slice(1).map(() => 2)));
  }

  const seconds = {read: v => number(v) + " s", values: (u, ticks) => ticks.map(t => t + " s")};
  const measured = data.runs.filter(run => run.seconds.length > 0);

  function latency(parent) {
    const runs = measured.filter(run => run.percentiles.nines.length > 0);
    if (runs.length === 0) {
      return;
    }
    const percent = nines => {
      const p = 100 * (1 - Math.pow(10, -nines));
      return "p" + (nines < 1.01 ? Math.round(p) : +p.toFixed(Math.ceil(nines) - 2));
    };
    chart(parent, {
      title: "Latency by percentile",
      hint: "ms, log scale: the lower the better; the right end is the slowest of the calls",
      height: 320,
      columns: join(runs.map(run => [run.percentiles.nines, run.percentiles.ms])),
      series: runs.map(run => ({label: run.name, stroke: colour(data.runs.indexOf(run)), spanGaps: true})),
      x: {read: percent, splits: () => [.30103, 1, 2, 3, 4], values: (u, ticks) => ticks.map(percent)},
      y: {},
      scales: {y: {distr: 3}},
    });
  }

  function rates(parent) {
    const series = [];
    const tables = [];
    const add = (run, label, values, more) => {
      series.push({label, stroke: colour(data.runs.indexOf(run)), spanGaps: true, ...more});
      tables.push([run.seconds, values]);
    };
    for (const run of measured) {
      add(run, run.name, run.okPerSecond, {});
      if (run.refusedPerSecond.some(v => v > 0)) {
        add(run, run.name + " refused", run.refusedPerSecond, {dash: [6, 4]});
      }
      if (run.failedPerSecond.some(v => v > 0)) {
        add(run, run.name + " failed", run.failedPerSecond, {dash: [2, 3]});
      }
    }
    chart(parent, {
      title: "Calls a second",
      hint: "answered; dashed: refused by a limit; dotted: failed",
      height: 280,
      columns: join(tables),
      series,
      x: seconds,
      y: {},
      scales: {y: {range: (u, min, max) => [0, Math.max(1, max * 1.05)]}},
    });
  }

  /** Each provider has a slot for every run; where a bar has to end is a line across its slots. */
  function shares(parent) {
    const providers = data.providers;
    const runs = measured;
    if (providers.length === 0) {
      return;
    }
    const wide = runs.length + 1;
    const at = (i, k) => i * wide + k;
    // Half slots too, so that the promise reaches from edge to edge; bars do not see them: undefined, not null.
    const xs = Array.from({length: 2 * providers.length * wide + 1}, (none, j) => (j - 1) / 2);
    const runAt = x => Number.isInteger(x) ? x % wide : -1;
    const columns = [xs, ...runs.map((run, k) => xs.map(x =>
      runAt(x) === k ? 100 * (run.shares[providers[Math.floor(x / wide)].address] || 0) : Number.isInteger(x) ? null : undefined))];
    columns.push(xs.map(x => {
      const i = Math.floor((x + .5) / wide);
      const promised = i < providers.length && x + .5 - i * wide <= runs.length ? providers[i].promised : null;
      return promised == null ? null : 100 * promised;
    }));
    chart(parent, {
      title: "Share of the answers, by provider",
      hint: "%; the dashes are what the weights promise",
      height: 280,
      bars: true,
      columns,
      series: [
        ...runs.map(run => ({
          label: run.name, width: 0, fill: colour(data.runs.indexOf(run)), stroke: colour(data.runs.indexOf(run)),
          paths: uPlot.paths.bars({size: [0.86, 60]}), points: {show: false},
        })),
        {label: "promised", stroke: () => style("--text"), width: 2, dash: [5, 4], points: {show: false}},
      ],
      x: {
        grid: {show: false}, ticks: {show: false}, splits: () => providers.map((p, i) => at(i, (runs.length - 1) / 2)),
        values: () => providers.map(p => short(p.address)),
        rotate: providers.length > 5 ? -45 : 0, size: providers.length > 5 ? 60 : 30,
      },
      y: {},
      scales: {
        x: {time: false, range: () => [-.7, at(providers.length - 1, runs.length) - .3]},
        y: {range: (u, min, max) => [0, Math.min(100, Math.max(1, max * 1.1))]},
      },
    });
  }

  /** One small picture for each run, with a line for each provider; all on one scale, to be compared. */
  function perProvider(title, hint, field, parent) {
    const all = measured.flatMap(run => Object.values(run[field]).flat());
    const top = Math.max(1, ...all) * 1.05;
    for (const run of measured) {
      const names = data.providers.map(p => p.address).filter(address => run[field][address]);
      if (names.length === 0) {
        continue;
      }
      chart(parent, {
        title: run.name,
        hint: title + (hint ? ", " + hint : ""),
        height: 190,
        columns: [run.seconds, ...names.map(name => run[field][name])],
        series: names.map(name => ({label: short(name), stroke: colour(data.providers.findIndex(p => p.address === name))})),
        x: seconds,
        y: {},
        scales: {y: {range: () => [0, top]}},
      });
    }
  }

  if (measured.length > 0) {
    const wide = group("", "wide");
    latency(wide);
    rates(wide);
    shares(wide);
    perProvider("calls in flight, by provider", "", "inFlight", group("Calls in flight over time", "many"));
    perProvider("answers a second, by provider", "", "okByProvider", group("Answers over time", "many"));
  }
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => charts.forEach(plot => plot.redraw(false, true)));
})();
