import { type Command, ConfigError, command, createLogger, setting } from "@parley/runtime";
import * as z from "zod";
import type { Topic } from "../events/event.ts";
import { kafkaOptions } from "../process/kafka-options.ts";
import { messagingSettings } from "../process/settings.ts";

interface RepeatedEvents {
  readonly description: string;
  readonly topic: Topic;
  /** The schema of the service that receives them again. */
  readonly schema: string;
}

const sinceSetting = setting("PARLEY_REPEAT_SINCE", {
  description: "For a command that repeats events: the time to begin with, in ISO 8601 with its zone, for example 2026-01-31T04:00:00Z.",
  schema: z.iso.datetime({ offset: true, error: "must be a time such as 2026-01-31T04:00:00Z" }).transform(Date.parse) as z.ZodType<
    number,
    string | undefined
  >,
});

/**
 * A command that delivers a topic's events to a service again, from a given time on, as far as Kafka still keeps them. The service must be
 * stopped. Events that its inbox remembers are skipped: the command is for a database that was restored from an older backup.
 */
export function repeatEventsCommand({ description, topic, schema }: RepeatedEvents): Command {
  return command({
    description,
    config: { ...messagingSettings, since: sinceSetting },
    run: async ({ since, ...config }) => {
      if (config.kafkaBrokers.length === 0) throw new ConfigError(["PARLEY_KAFKA_BROKERS is required: no other bus keeps events."]);
      // Loaded only here, so that other commands do not load the Kafka client.
      const { createKafka, kafkaRetry } = await import("../bus/kafka-client.ts");
      const log = await createLogger({ level: "silent", pretty: false });
      const admin = createKafka(kafkaOptions(config, log)).admin({ retry: kafkaRetry });
      await admin.connect();
      try {
        const groupId = config.kafkaPrefix + schema;
        const name = config.kafkaPrefix + topic.name;
        const newest = new Map((await admin.fetchTopicOffsets(name)).map(({ partition, offset }) => [partition, offset]));
        const partitions = await admin.fetchTopicOffsetsByTimestamp(name, since);
        await admin.setOffsets({ groupId, topic: name, partitions });
        const events = partitions.reduce((sum, { partition, offset }) => sum + Number(newest.get(partition) ?? offset) - Number(offset), 0);
        return `${groupId} gets ${events} events of ${name} again when it starts.`;
      } finally {
        await admin.disconnect();
      }
    },
  });
}
