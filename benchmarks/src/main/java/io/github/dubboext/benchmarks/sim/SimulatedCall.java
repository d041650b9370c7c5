package io.github.dubboext.benchmarks.sim;

import io.github.dubboext.lb.stats.Call;

/** One call: where it went, and since when it is under way. */
record SimulatedCall(int server, long beginNanos, Call ticket) {}
