package io.github.dubboext.lb.qos;

import io.github.dubboext.lb.dubbo.LoadBalances;
import org.apache.dubbo.qos.api.BaseCommand;
import org.apache.dubbo.qos.api.Cmd;
import org.apache.dubbo.qos.api.CommandContext;

/**
 * {@code loadbalance} in Dubbo's console, since 3.2: the place of the interface before is another. Like Dubbo's own
 * commands that only look, it may be used from this machine and from hosts on the white list. Stateless.
 */
@Cmd(
        name = "loadbalance",
        summary = "Which provider gets how many of the calls, and why.",
        example = {"loadbalance", "loadbalance json", "loadbalance OrderService", "loadbalance OrderService json"})
public final class LoadBalanceCommand implements BaseCommand {

    @Override
    public String execute(CommandContext context, String[] args) {
        boolean json = false;
        String service = "";
        for (String arg : args == null ? new String[0] : args) {
            if (arg.equals("json")) {
                json = true;
            } else {
                service = arg;
            }
        }
        LoadBalanceReport report = new LoadBalanceReport(LoadBalances.snapshots(true), service);
        return json ? report.json() : report.text();
    }

    /** Dubbo would write each answer to its log. */
    @Override
    public boolean logResult() {
        return false;
    }
}
