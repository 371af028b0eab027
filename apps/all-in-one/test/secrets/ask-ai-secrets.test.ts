import { withConstants } from "@parley/runtime";
import { everythingStored, until } from "@parley/testing";
import { expect, test } from "vitest";
import { modules } from "../../src/modules.ts";
import { createWorkspace } from "../support/customer.ts";
import { everythingPublished } from "../support/everything-published.ts";
import { OpenAiServer, refuse, say } from "../support/openai-server.ts";
import { ownTopics } from "../support/own-topics.ts";
import { startParley } from "../support/parley.ts";

const question = { model: "gpt-4o", prompt: "Make it formal.", text: "hey there" };
const paths = ["/v2/rewriter/ask-ai", "/v2/rewriter/ask-ai/stream"];
const key = "MARKED-a7Kq29bXw4LpTn83zzzz";
const encodedKey = Buffer.from(key).toString("base64");

const { brokers, prefix, environment: kafka } = await ownTopics();

test("after all kinds of failures, no provider's key is in a log, the database, Kafka or a response", async () => {
  const openAi = await OpenAiServer.start();
  const parley = await startParley("separate", {
    ...kafka,
    PARLEY_OPENAI_BASE_URL: openAi.url,
    PARLEY_LOG_LEVEL: "trace",
    ...withConstants({ retryDelayMs: 5 }),
  });
  const found: string[] = [];
  for (const { name } of modules) {
    for (const output of [parley.processOf(name).stdout, parley.processOf(name).stderr])
      output?.on("data", (chunk: Buffer) => found.push(chunk.toString()));
  }

  const { owner, customer, apiKey } = await createWorkspace(parley.url, parley.adminToken);
  const tell = async (asking: Promise<{ headers: object; body: unknown }>) => found.push(JSON.stringify(await asking));
  for (const openai of [`${key} with spaces`, key])
    await tell(owner.post("/v2/workspace/aimodelsconfig/update", { aiModelsConfig: { openai } }));
  await tell(owner.post("/v2/workspace/aimodelsconfig/get", {}));
  const echo = (status: number) => refuse(status, `You sent ${key}, which is ${encodedKey}.`);
  for (const answer of [
    say("ok"),
    ...[400, 401, 403, 404, 429, 500].map(echo),
    (response: Parameters<ReturnType<typeof say>>[0]) => void response.destroy(),
  ]) {
    openAi.answer = answer;
    for (const at of paths) await tell(customer.post(at, question, { "x-request-id": `at-${at.length}` }));
  }
  await tell(customer.post("/v2/rewriter/usage/get", {}));
  // Events must be published, or the search of Kafka would be empty for the wrong reason.
  const { token: authToken } = await owner.data("/v2/workspace/authtokens/create", { apiKey, name: "short-lived" });
  await owner.data("/v2/workspace/authtokens/revoke", { apiKey, token: authToken });
  await until(() => found.join("").includes('"outcome":"key_refused"'));
  found.push(await everythingStored(parley.databaseUrl));
  if (brokers !== undefined) {
    const topic = `${prefix}workspace.credentials-changed.v1`;
    await until(async () => (await everythingPublished(brokers, prefix)).includes(topic), 20_000);
    found.push(await everythingPublished(brokers, prefix));
  }
  await parley.stop();
  await openAi.stop();

  expect(openAi.asked.every((asked) => asked.key === key)).toBe(true);
  const all = found.join("\n");
  for (const word of ["rewriter.calls", "workspace.provider_keys", "withheld"]) expect(all).toContain(word);
  // The part of a key that is shown deliberately: its last four characters, behind a mask.
  for (const form of [key.slice(0, 12), key.slice(7, 19), key.slice(-12), encodedKey.slice(0, 16), Buffer.from(key).toString("hex")])
    expect(all.includes(form), form).toBe(false);
});
