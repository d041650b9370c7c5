package io.github.dubboext.limit.qos;

import io.github.dubboext.limit.LimitSnapshots;
import io.github.dubboext.limit.core.Clock;
import org.apache.dubbo.qos.api.BaseCommand;
import org.apache.dubbo.qos.api.Cmd;
import org.apache.dubbo.qos.api.CommandContext;

/**
 * {@code limits} in Dubbo's console, since 3.2: the place of the interface before is another. Like Dubbo's own commands
 * that only look, it may be used from this machine and from hosts on the white list. Stateless.
 */
@Cmd(
        name = "limits",
        summary = "What executes, actives and tps let through, hold and refuse.",
        example = {"limits", "limits json", "limits OrderService", "limits OrderService json"})
public final class LimitsCommand implements BaseCommand {

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
        LimitReport report = new LimitReport(LimitSnapshots.inUse(), service, Clock.SYSTEM.wallMillis());
        return json ? report.json() : report.text();
    }

    /** Dubbo would write each answer to its log. */
    @Override
    public boolean logResult() {
        return false;
    }
}
