import type { Host } from "@parley/runtime";
import { Counter } from "prom-client";
import type { Bus } from "../bus/bus.ts";
import { EmbeddedBus } from "../bus/embedded-bus.ts";
import type { Gap } from "../bus/kafka-client.ts";
import { DeadLetterRoutes } from "./dead-letter-routes.ts";
import { kafkaOptions } from "./kafka-options.ts";
import { MessagingMetrics } from "./messaging-metrics.ts";
import type { MessagingConfig } from "./settings.ts";

/** The messaging that the modules of one process share: the bus, the metrics, the routes for operators. */
export class ProcessMessaging {
  readonly bus: Bus;
  readonly metrics: MessagingMetrics;
  readonly deadLetterRoutes: DeadLetterRoutes;

  constructor(host: Host, bus: Bus) {
    this.bus = bus;
    this.metrics = new MessagingMetrics(host.metrics, bus);
    this.deadLetterRoutes = new DeadLetterRoutes(host);
    // Registered first, so stopped after everything that uses the bus.
    host.onStop(() => bus.close());
  }
}

const messaging = Symbol("messaging");

/** The instance of the process, created by the first module that needs it. */
export function processMessaging(host: Host, config: MessagingConfig): Promise<ProcessMessaging> {
  return host.shared(messaging, () => openBus(host, config).then((bus) => new ProcessMessaging(host, bus)));
}

// The Kafka client costs 40 ms and 19 MB, so only a process that uses it loads it.
async function openBus(host: Host, config: MessagingConfig): Promise<Bus> {
  if (config.kafkaBrokers.length === 0) return new EmbeddedBus();
  const { KafkaBus } = await import("../bus/kafka-bus.ts");
  return new KafkaBus({ ...kafkaOptions(config, host.log), onGap: gapReport(host) });
}

/**
 * Reports that Kafka deleted events before a consumer group had read them: the process continues and counts as degraded, so that the loss
 * is not overlooked.
 */
function gapReport(host: Host): (gap: Gap) => void {
  const gaps = new Counter({
    name: "parley_consumer_gaps_total",
    help: "Times that Kafka had removed events before a consumer group read them.",
    labelNames: ["group", "topic"],
    registers: [host.metrics],
  });
  return ({ group, topic }) => {
    gaps.inc({ group, topic });
    host.health.degrade(`events of ${topic} for ${group}`, "Kafka removed some before they were read: their content is lost.");
    host.log.error(
      { group, topic },
      "EVENTS ARE LOST: Kafka removed them before this consumer group had read them. Erasures are announced again by their owners; webhooks of that time are not sent.",
    );
  };
}
