package io.github.dubboext.matrix;

import java.util.Map;

/**
 * Runs all checks on the Dubbo of the class path and prints a line for each: {@code name|ok}, {@code name|cannot (reason)} or
 * {@code name|FAILED (what)}.
 */
public final class MatrixMain {
    private MatrixMain() {}

    public static void main(String[] args) throws Exception {
        boolean failed = false;
        for (Map.Entry<String, Checks.Check> check :
                new Checks(new Stage()).all().entrySet()) {
            String outcome;
            try {
                check.getValue().run();
                outcome = "ok";
            } catch (Checks.Cannot e) {
                outcome = "cannot (" + e.getMessage() + ")";
            } catch (Exception | Error e) {
                failed = true;
                e.printStackTrace();
                outcome = "FAILED (" + String.valueOf(e).lines().findFirst().orElse("") + ")";
            }
            System.out.println(check.getKey() + "|" + outcome);
        }
        System.out.flush();
        // Without Dubbo's shutdown hook, which waits for seconds.
        Runtime.getRuntime().halt(failed ? 1 : 0);
    }
}
