import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { until } from "@parley/testing";
import { expect, test } from "vitest";
import { createWorkspace } from "../support/customer.ts";
import { startParley } from "../support/parley.ts";

const read = "/v2/organizations/get";

test("requests of a key that would wait for too long are refused before their bodies are read until its queue is shorter; requests of other keys are not", async () => {
  await using parley = await startParley("separate", { PARLEY_REQUEST_TIMEOUT_MS: "4000" });
  const lines: string[] = [];
  const gateway = parley.processOf("gateway");
  if (gateway.stdout !== null) createInterface({ input: gateway.stdout }).on("line", (line) => lines.push(line));
  const greedy = await createWorkspace(parley.url, parley.adminToken);
  const other = await createWorkspace(parley.url, parley.adminToken);
  const directory = parley.processOf("organization-directory");

  directory.kill("SIGSTOP");
  await other.owner.data("/v2/workspace/get", {});
  const waiting = Array.from({ length: 90 }, () => greedy.customer.post(read, {}));
  // The queue moves slowly, so the gateway reads the bodies of some requests and the others wait.
  await delay(500);
  const refused = await Promise.all(Array.from({ length: 40 }, () => greedy.customer.post(read, {})));
  const wrong = await greedy.customer.post(read, {}, { "x-svc-auth-token": "wrong" });
  const ofOther = await other.owner.post("/v2/workspace/get", {});
  directory.kill("SIGCONT");
  const all = await Promise.all(waiting);
  const served = all.filter(({ status }) => status === 200);
  const after = await greedy.customer.post(read, {});

  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 429));
  expect(new Set(refused.map(({ body }) => body.error.requestId)).size).toBe(40);
  expect(refused.at(-1)).toMatchObject({ headers: { "retry-after": "1" }, body: { error: { status: "RESOURCE_EXHAUSTED" } } });
  // Some of the first 90 requests are also refused, because the queue was already long when they arrived.
  expect(served.length).toBeGreaterThan(8);
  expect(all.filter(({ status }) => status === 429)).toHaveLength(all.length - served.length);
  expect([wrong.status, ofOther.status, after.status]).toEqual([401, 200, 200]);

  const logged = () => lines.map((line) => JSON.parse(line)).filter(({ path, status }) => path === read && status === 429);
  const numberOf = (msg: string) => logged().reduce((sum, line) => sum + (line.msg === msg ? (line.requests ?? 1) : 0), 0);
  await until(async () => numberOf("request") + numberOf("requests shed") === refused.length + all.length - served.length);
  expect(numberOf("requests shed")).toBeGreaterThan(20);
  for (const line of logged()) expect(line).toMatchObject({ level: "info", method: "POST", apiKeyId: greedy.apiKey });
  expect(lines.join("\n")).not.toContain(greedy.authToken);
});
