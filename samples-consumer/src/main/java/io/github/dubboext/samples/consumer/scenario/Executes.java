package io.github.dubboext.samples.consumer.scenario;

import io.github.dubboext.samples.consumer.client.OrderClient;
import io.github.dubboext.samples.consumer.client.OrderTarget;
import io.github.dubboext.samples.consumer.client.Refusal;
import io.github.dubboext.samples.consumer.lab.ProviderProcess;
import io.github.dubboext.samples.consumer.load.LoadPlan;
import io.github.dubboext.samples.consumer.load.LoadResult;
import io.github.dubboext.samples.consumer.load.Outcome;
import java.time.Duration;

/**
 * 30 threads against a provider that lets five calls run at a time, each 20 ms.
 *
 * <p>First as Dubbo means it: what is too much is refused, shortly and cheaply. Then with a queue: nobody is refused, all
 * wait their turn. Last with a limit of the application's own inside, that refuses a call now and then: the permits of those
 * calls have to come back.
 */
final class Executes implements Scenario {
    private static final int LIMIT = 5;
    private static final int THREADS = 30;
    private static final int BURSTS = 10;

    @Override
    public String name() {
        return "executes";
    }

    @Override
    public String story() {
        return "30 threads against executes=5: never six at a time, cheap refusals, a queue on request, no permit lost.";
    }

    @Override
    public String baseline() {
        return "executelimit";
    }

    @Override
    public boolean ofLimits() {
        return true;
    }

    @Override
    public void play(Stage stage) throws Exception {
        LoadPlan load = LoadPlan.closedLoop(THREADS, Duration.ofSeconds(1), stage.seconds(6));
        refused(stage, load);
        queued(stage, load);
        permitsComeBack(stage);
    }

    private static void refused(Stage stage, LoadPlan load) throws Exception {
        ProviderProcess provider = stage.startProvider("--executes 5 --delay 20ms");
        OrderClient client = stage.consumer("random");
        Refusal[] refusal = new Refusal[1];

        // In rounds, so that a log of known length is written.
        long lines = provider.logLines();
        long start = System.nanoTime();
        LoadPlan rounds =
                new LoadPlan(THREADS, Duration.ZERO, Duration.ofMinutes(1), (long) BURSTS * THREADS, 0, true, false);
        LoadResult bursts = stage.load("bursts", client, rounds);
        double seconds = (System.nanoTime() - start) / 1e9;
        long logged = provider.logLines() - lines;

        LoadPlan untilSeen = LoadPlan.closedLoop(THREADS, load.warmup(), Duration.ofMinutes(5));
        stage.loadDuring("executes=5", new OrderTarget(client.service()), untilSeen, () -> {
            Thread.sleep(load.duration().toMillis());
            refusal[0] = Refusal.await(client.service());
        });

        stage.exactly(
                "most calls at a time, counted by the provider",
                client.service().getProviderState().getPeakConcurrency(),
                LIMIT);
        stage.atMost("characters of the longest line of a refusal", refusal[0].chars(), 300, "");
        stage.exactly("stack frames that a refusal sends", refusal[0].stackFrames(), 0);
        stage.exactly("refusals that tell the provider's URL", refusal[0].namesUrl() ? 1 : 0, 0);
        long refused = bursts.count(Outcome.Group.REFUSED);
        stage.atLeast("calls refused in " + BURSTS + " bursts of " + THREADS, (double) refused, 1, "");
        stage.atMost(
                "lines in the provider's log for them, in " + Math.round(1000 * seconds) + " ms: one a second",
                (double) logged,
                Math.floor(seconds) + 1,
                "");
        client.close();
        provider.close();
    }

    private static void queued(Stage stage, LoadPlan load) throws Exception {
        ProviderProcess provider = stage.startProvider("--executes 5 --executes-queue 25 --delay 20ms");
        OrderClient client = stage.consumer("random");
        LoadResult result = stage.load("executes.queue=25", client, load);

        stage.exactly("refused or failed with room for 25 to wait", result.calls() - result.count(Outcome.OK), 0);
        stage.exactly(
                "most calls at a time then", client.service().getProviderState().getPeakConcurrency(), LIMIT);
        client.close();
        provider.close();
    }

    private static void permitsComeBack(Stage stage) throws Exception {
        stage.startProvider("--executes 5 --refuse-every 10 --delay 20ms");
        OrderClient client = stage.consumer("random");
        LoadPlan oneByOne = new LoadPlan(1, Duration.ZERO, Duration.ofMinutes(1), 200, 0, false, false);
        LoadResult result = stage.load("inner limit", client, oneByOne);

        // One call at a time never meets a limit of five, so each refusal has to be the inner one's: every tenth.
        stage.exactly(
                "answers to 200 calls, one at a time, of which another limit inside refuses every tenth",
                result.count(Outcome.OK),
                180);
    }
}
