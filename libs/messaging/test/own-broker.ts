import { type KafkaBroker, kafkaForTests, startKafkaBroker } from "@parley/testing/kafka";

/**
 * A broker of the test's own, for settings that a shared one cannot have; undefined, with a message, when only shared brokers are
 * available.
 */
export async function ownBroker(what: string): Promise<KafkaBroker | undefined> {
  if ((await kafkaForTests()) === undefined) return undefined;
  try {
    return await startKafkaBroker();
  } catch (error) {
    console.error(`\nTHE TEST OF ${what} IS SKIPPED: it needs Java 17 and Maven to start a broker of its own (${error}).\n`);
    return undefined;
  }
}
