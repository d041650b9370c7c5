package io.github.dubboext.samples.consumer.client;

import io.github.dubboext.samples.api.OrderService;
import io.github.dubboext.samples.consumer.load.Outcome;
import io.github.dubboext.samples.runtime.RunFailure;
import java.util.concurrent.TimeUnit;
import org.apache.dubbo.rpc.RpcException;

/**
 * One refused call, looked at closely.
 *
 * @param chars of the longest line that the provider put on the wire; Dubbo sends the message twice, on lines of their own
 * @param stackFrames that it sent with it
 * @param namesUrl whether a caller is told the provider's URL
 * @param hasCode whether the code that Dubbo has for a limit is anywhere in the chain
 */
public record Refusal(int chars, int stackFrames, boolean namesUrl, boolean hasCode) {
    private static final long PATIENCE_SECONDS = 10;

    static Refusal of(Throwable thrown) {
        String sent = "";
        boolean hasCode = false;
        for (Throwable t = thrown; t != null; t = t.getCause()) {
            sent = String.valueOf(t.getMessage()); // the innermost: what is around it is the consumer's own
            hasCode |= t instanceof RpcException rpc && rpc.isLimitExceed();
        }
        return new Refusal(
                sent.lines().mapToInt(String::length).max().orElse(0),
                (int) sent.lines().filter(line -> line.startsWith("\tat ")).count(),
                sent.contains("://"),
                hasCode);
    }

    /**
     * Calls, from one thread, until a limit refuses one; there has to be load, or none ever will.
     *
     * @throws RunFailure if none is refused in {@value #PATIENCE_SECONDS} s
     */
    public static Refusal await(OrderService service) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
            try {
                service.getOrderInfo(1);
            } catch (Exception e) {
                if (Failures.classify(e).group() == Outcome.Group.REFUSED) {
                    return of(e);
                }
            }
        }
        throw new RunFailure("No call was refused in " + PATIENCE_SECONDS + " s");
    }
}
