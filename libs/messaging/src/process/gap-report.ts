import type { Host } from "@parley/runtime";
import { Counter } from "prom-client";
import type { Gap } from "../bus/kafka-client.ts";

/** Reports, so that it is not overlooked, that Kafka removed events before a consumer group had read them: the process goes on, and is degraded. */
export function gapReport(host: Host): (gap: Gap) => void {
  const gaps = new Counter({
    name: "parley_consumer_gaps_total",
    help: "Times that a consumer group found that Kafka had removed events before the group had read them.",
    labelNames: ["group", "topic"],
    registers: [host.metrics],
  });
  return ({ group, topic }) => {
    gaps.inc({ group, topic });
    host.health.degrade(`events of ${topic} for ${group}`, "Kafka removed some before they were read: what they told is lost.");
    host.log.error(
      { group, topic },
      "EVENTS ARE LOST: Kafka removed them before this consumer group had read them. Erasures are announced again by their owners; webhooks of that time are not sent.",
    );
  };
}
