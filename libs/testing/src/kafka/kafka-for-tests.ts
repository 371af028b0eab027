import { get } from "node:http";
import { inject } from "vitest";

/**
 * Brokers of a real Apache Kafka that the run shares, or undefined when none is available: the run has then printed the reason, and how to
 * get one. With PARLEY_TEST_KAFKA=required it fails instead. Each test file needs topic names of its own.
 */
export async function kafkaForTests(): Promise<string | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  // No agent, because a kept connection would count as a leak of the test file.
  get(inject("kafkaStarterUrl"), { agent: false }, (response) => {
    response.setEncoding("utf8");
    let text = "";
    response.on("data", (chunk: string) => {
      text += chunk;
    });
    response.on("end", () => (response.statusCode === 200 ? resolve(text) : reject(new Error(text))));
  }).on("error", reject);
  return (await promise) || undefined;
}
