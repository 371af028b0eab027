import type { Database, Db } from "@parley/database";
import { Failure } from "@parley/kernel";
import type { Logger } from "@parley/runtime";
import type { DeadLetter } from "../dead-letters/dead-letters.store.ts";
import { failpoint } from "../failpoints/failpoint.ts";
import { type Delay, PollLoop } from "../loops/poll-loop.ts";
import type { MessageStore } from "../messages/message-store.ts";
import { workRows } from "../work/work.store.ts";
import { classifyFailure } from "./classify-failure.ts";
import type { Consumer } from "./consumer.ts";
import { decode, envelopeOf } from "./envelope.ts";
import { inEventCall } from "./event-call.ts";

interface RedriverOptions {
  readonly database: Database;
  readonly store: MessageStore;
  readonly consumers: readonly Consumer[];
  readonly log: Logger;
}

const pollMs = 2_000;

/** Retries the dead letters that operators marked, oldest first; one that fails again stays, with its new error. */
export class Redriver {
  readonly #options: RedriverOptions;
  readonly #loop: PollLoop;

  constructor(options: RedriverOptions) {
    this.#options = options;
    this.#loop = new PollLoop(options.log, "Redriving dead letters", () => this.#round());
  }

  start(): void {
    this.#loop.start();
  }

  wake(): void {
    this.#loop.wake();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  async #round(): Promise<Delay> {
    const { database, store } = this.#options;
    let tried: DeadLetter | undefined;
    try {
      await database.transaction(async (tx) => {
        tried = await store.deadLetters.claim(tx);
        if (tried === undefined) return;
        await this.#redrive(tx, tried);
        await store.deadLetters.discard(tx, [tried.deadLetterId]);
        failpoint("redrive.before-commit");
      });
    } catch (error) {
      if (tried === undefined || classifyFailure(error) === "pause") throw error;
      await store.deadLetters.keep(database, tried.deadLetterId, error instanceof Error ? error.message : String(error));
    }
    if (tried === undefined) return { ms: pollMs, interruptible: true };
    failpoint("redrive.after-commit");
    return { ms: 0, interruptible: false };
  }

  async #redrive(tx: Db, letter: DeadLetter): Promise<void> {
    const { store } = this.#options;
    const { source, topic, apiKeyId, payload } = letter;
    if (source === "work") {
      const dedupe = letter.eventKey === "" ? {} : { dedupeKey: letter.eventKey };
      await store.work.insert(tx, workRows(topic, [{ apiKeyId, payload: Buffer.from(payload).toString("utf8"), ...dedupe }]));
      return;
    }
    if (source === "relay") {
      await store.deadLetters.sendAgain(tx, letter);
      return;
    }
    const consumer = this.#consumerOf(letter);
    const envelope = envelopeOf(letter);
    await inEventCall([envelope], async () => {
      const event = decode(consumer.topic, envelope);
      const [prepared] = (await consumer.prepare?.([event])) ?? [];
      await consumer.handle(tx, [{ event, prepared }]);
    });
  }

  #consumerOf({ topic }: DeadLetter): Consumer {
    const { store, consumers } = this.#options;
    const consumer = consumers.find((candidate) => candidate.topic.name === topic);
    if (consumer === undefined) throw new Failure("unimplemented", `${store.schema} does not handle ${topic}.`);
    return consumer;
  }
}
