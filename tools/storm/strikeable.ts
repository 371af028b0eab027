import type { KafkaBroker } from "../../libs/testing/src/kafka/start-kafka-broker.ts";
import type { Link, LinkFault } from "../installation/link.ts";
import type { Program } from "../installation/program.ts";
import type { KafkaLog } from "./kafka-log.ts";
import type { FaultKind } from "./plan.ts";
import type { PostgresUnderFire } from "./postgres-under-fire.ts";
import type { Random } from "./random.ts";

/** What a fault does to a target. */
export interface Strikeable {
  begin(kind: FaultKind): Promise<void>;
  end(kind: FaultKind): Promise<void>;
}

/** How often events were published again, and their number. */
export interface Repeated {
  times: number;
  events: number;
}

export function strikeableProcess(program: Program): Strikeable {
  return {
    begin: async (kind) => (kind === "freeze" ? program.signal("SIGSTOP") : program.end(kind === "kill" ? "SIGKILL" : "SIGTERM")),
    end: async (kind) => (kind === "freeze" ? program.signal("SIGCONT") : program.start()),
  };
}

export function strikeablePostgres(postgres: PostgresUnderFire): Strikeable {
  return {
    begin: (kind) => (kind === "freeze" ? postgres.freeze() : postgres.down(kind === "kill" ? "kill" : "restart")),
    end: (kind) => (kind === "freeze" ? postgres.thaw() : postgres.up()),
  };
}

export function strikeableKafka(kafka: KafkaBroker): Strikeable {
  return {
    begin: async (kind) => {
      if (kind === "freeze") process.kill(kafka.pid, "SIGSTOP");
      else await (kind === "kill" ? kafka.kill() : kafka.stop());
    },
    end: async (kind) => {
      if (kind === "freeze") process.kill(kafka.pid, "SIGCONT");
      else await kafka.restart();
    },
  };
}

export function strikeableLog(log: KafkaLog, random: Random, repeated: Repeated): Strikeable {
  return {
    begin: async () => {
      // Another fault may prevent publishing to Kafka.
      const events = await log.repeat(random).catch((error: unknown) => {
        console.log(`         nothing is republished: ${String(error)}`);
        return 0;
      });
      console.log(`         ${events} events are republished`);
      repeated.times++;
      repeated.events += events;
    },
    end: async () => undefined,
  };
}

export function strikeableLinks(links: readonly Link[]): Strikeable {
  return {
    begin: async (kind) => {
      for (const link of links) link.disturb(kind as LinkFault);
    },
    end: async () => {
      for (const link of links) link.calm();
    },
  };
}
