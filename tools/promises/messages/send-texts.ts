import { setTimeout as delay } from "node:timers/promises";
import { event } from "@parley/messaging";
import type { Message, Producer } from "kafkajs";
import { texts } from "../../bench/messaging-stage.ts";
import type { Random } from "../../storm/random.ts";
import type { PoisonKind, SoundMessage } from "./poison-kinds.ts";

interface SendOptions {
  readonly topic: string;
  /** The prefix of each text. */
  readonly name: string;
  readonly events: number;
  /** Events per second, however fast they are handled. */
  readonly rate: number;
  /** The kinds of bad messages that replace a share of the sound ones. */
  readonly kinds: readonly PoisonKind[];
  readonly share: number;
  readonly random: Random;
}

interface Sent {
  /** The time in ms when each sound text was sent to Kafka. Texts with the key of a poisoned one, which they wait for, are separate. */
  readonly atMs: ReadonlyMap<string, number>;
  readonly ofPoisonedKeysAtMs: ReadonlyMap<string, number>;
  /** The expected reasons of the dead letters. */
  readonly injected: readonly string[];
}

const keys = 1_000;
const everyMs = 20;

export async function sendTexts(producer: Producer, { topic, name, events, rate, kinds, share, random }: SendOptions): Promise<Sent> {
  const atMs = new Map<string, { readonly ms: number; readonly key: string }>();
  const injected: string[] = [];
  const poisonedKeys = new Set<string>();
  const beganMs = performance.now();
  for (let sent = 0; sent < events; ) {
    const due = Math.min(events, Math.ceil(((performance.now() - beganMs) * rate) / 1_000)) - sent;
    const spoiled: Message[] = [];
    const messages = Array.from({ length: due }, (_, n) => {
      const kind = kinds.length > 0 && random.chance(share) ? random.pick(kinds) : undefined;
      const text = `${name} ${sent + n} ${kind?.name ?? ""}`;
      const key = `document${random.between(1, keys)}`;
      if (kind === undefined) atMs.set(text, { ms: performance.now(), key });
      else {
        injected.push(kind.reason);
        poisonedKeys.add(key);
      }
      const sound = soundMessage(text, key);
      if (kind?.spoil !== undefined) spoiled.push(kind.spoil(sound));
      return kind?.spoil === undefined ? [sound] : [];
    }).flat();
    sent += due;
    if (messages.length > 0) await producer.send({ topic, messages });
    // Sent one at a time: two of the largest do not fit into one batch.
    for (const message of spoiled) await producer.send({ topic, messages: [message] });
    await delay(everyMs);
  }
  const [poisoned, others] = [true, false].map((isPoisoned) => {
    const own = [...atMs].filter(([, { key }]) => poisonedKeys.has(key) === isPoisoned);
    return new Map(own.map(([text, { ms }]) => [text, ms]));
  });
  return { atMs: others ?? new Map(), ofPoisonedKeysAtMs: poisoned ?? new Map(), injected };
}

function soundMessage(text: string, key: string): SoundMessage {
  const { id, type, apiKeyId, payload, ...told } = event(texts, { apiKeyId: "pk_promise", key, message: { value: text } });
  const headers = { "event-id": id, "event-type": type, "event-time-ms": String(Date.now()), "api-key-id": apiKeyId };
  return { key: told.key, value: Buffer.from(payload), headers };
}
