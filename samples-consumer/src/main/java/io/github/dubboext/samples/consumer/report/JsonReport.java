package io.github.dubboext.samples.consumer.report;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONWriter;
import io.github.dubboext.samples.consumer.load.Outcome;
import io.github.dubboext.samples.consumer.load.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The report as JSON, with the run stretch by stretch. Shares are from 0 to 1, latencies in milliseconds. */
public final class JsonReport {
    private JsonReport() {}

    public static String of(StressReport report) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("scenario", report.scenario());
        json.put("story", report.story());
        json.put("command", report.command());
        json.put("started", report.started().toString());
        json.put("environment", report.environment());
        List<Object> strategies = new ArrayList<>();
        for (StrategyResult result : report.results()) {
            Map<String, Object> strategy = new LinkedHashMap<>();
            strategy.put("strategy", result.strategy());
            strategy.putAll(Figures.of(result.load()));
            Map<String, String> reasons = new TreeMap<>();
            result.load().firstReasons().forEach((outcome, reason) -> reasons.put(outcome.label(), reason));
            strategy.put("first_reasons", reasons);
            strategy.put("providers", providers(result));
            strategy.put("timeline", timeline(result.load().timeline()));
            strategies.add(strategy);
        }
        json.put("strategies", strategies);
        json.put("expectations", expectations(report));
        json.put("notes", report.notes());
        json.put("complete", report.complete());
        json.put("verdict", report.verdict());
        return JSON.toJSONString(json, JSONWriter.Feature.PrettyFormat) + "\n";
    }

    private static List<Object> expectations(StressReport report) {
        List<Object> expectations = new ArrayList<>();
        for (Expectation each : report.expectations()) {
            Map<String, Object> expectation = new LinkedHashMap<>();
            expectation.put("what", each.what());
            expectation.put("expected", each.limitText());
            expectation.put("measured", each.measuredText());
            expectation.put("met", each.met());
            expectations.add(expectation);
        }
        return expectations;
    }

    private static List<Object> providers(StrategyResult result) {
        List<Object> providers = new ArrayList<>();
        for (String address : result.providers()) {
            Map<String, Object> provider = new LinkedHashMap<>();
            provider.put("address", address);
            provider.put("weight", result.weights().get(address));
            provider.put("promised_share", Figures.orNull(result.promisedShareOf(address)));
            provider.put("share", Figures.rounded(result.load().shareOf(address)));
            provider.put("calls", result.load().okOf(address));
            providers.add(provider);
        }
        return providers;
    }

    private static Map<String, Double> rounded(Map<String, Double> values) {
        Map<String, Double> rounded = new TreeMap<>(values);
        rounded.replaceAll((provider, value) -> Figures.rounded(value));
        return rounded;
    }

    private static List<Object> timeline(List<Sample> samples) {
        List<Object> timeline = new ArrayList<>();
        for (Sample sample : samples) {
            Map<String, Object> stretch = new LinkedHashMap<>();
            stretch.put("from_ms", sample.fromMillis());
            stretch.put("to_ms", sample.toMillis());
            stretch.put("ok", sample.count(Outcome.Group.OK));
            stretch.put("refused", sample.count(Outcome.Group.REFUSED));
            stretch.put("failed", sample.count(Outcome.Group.FAILED));
            stretch.put("p50_ms", Figures.rounded(sample.latencies().millisAt(50)));
            stretch.put("p99_ms", Figures.rounded(sample.latencies().millisAt(99)));
            stretch.put("ok_per_provider", sample.okPerProvider());
            stretch.put("in_flight_per_provider", rounded(sample.inFlightPerProvider()));
            timeline.add(stretch);
        }
        return timeline;
    }
}
