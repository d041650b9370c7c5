package io.github.dubboext.samples.consumer.scenario;

import io.github.dubboext.samples.consumer.load.Sample;

/** Where a scenario says how it gets on. */
public interface Console {

    void say(String line);

    /** How a run does at this moment. */
    void progress(String run, Sample sample);
}
