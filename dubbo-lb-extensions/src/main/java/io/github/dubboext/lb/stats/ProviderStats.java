package io.github.dubboext.lb.stats;

/** Numbers of one provider, service and method, as seen by this consumer. */
public final class ProviderStats {}
