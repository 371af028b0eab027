import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { operations } from "@parley/gateway/operations";
import { until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DemoCredentials } from "../../src/demo/demo-credentials.ts";
import { seedDemo } from "../../src/demo/seed-demo.ts";
import { Customer } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";

// Operations whose examples a demo cannot contain: generated ids, data of features that are off, and calls to a model's provider.
const notOfTheDemo = new Set([
  "/v1/users/data/delete/status",
  "/v2/webhooks/deliveries/get",
  "/v2/webhooks/deliveries/recover/status",
  "/v2/emails/get",
  "/v2/emails/suppressions/get",
  "/v2/rewriter/usage/get",
  "/v2/workspace/advancedwebhook/endpoints/secret/get",
  "/v2/workspace/audit/get",
  "/v2/workspace/domains/get",
  "/v2/workspace/removals/certificate/get",
  "/v2/workspace/removals/get",
  "/v2/workspace/usage/get",
]);
const reading = operations.filter(({ mutates, path, auth }) => !mutates && auth !== "admin" && !notOfTheDemo.has(path));

let parley: Parley;
let folder: string;
let demo: DemoCredentials;

beforeAll(async () => {
  parley = await startParley("all-in-one", { PARLEY_CHANGES_STREAM_MS: "100" });
  folder = await mkdtemp(join(tmpdir(), "parley-examples-"));
  demo = await seedDemo(folder, parley.url, { PARLEY_ADMIN_TOKEN: parley.adminToken, PARLEY_DATABASE_URL: parley.databaseUrl });
});

afterAll(async () => {
  await parley?.stop();
  await rm(folder, { recursive: true, force: true });
});

test.each(reading.map((operation) => [operation.path, operation] as const))(
  "the example of %s returns data of the demo",
  async (path, { auth, example, sdk }) => {
    const headers =
      auth === "apiKey"
        ? { "x-svc-api-key": demo.apiKey, "x-svc-auth-token": demo.authToken }
        : { "x-svc-workspace-id": demo.workspaceId, "x-svc-auth-token": demo.workspaceAuthToken };
    const request = "apiKey" in example.request ? { ...example.request, apiKey: demo.apiKey } : example.request;

    const { status, body } = await until(async () => {
      const answer = await new Customer(parley.url, headers).post(path, request);
      // Existing comments are indexed a moment later: transactions of other tests on the same server delay the index.
      return sdk === "threads.search" && answer.body.result?.data.length === 0 ? undefined : answer;
    });

    expect(status).toBe(200);
    if (typeof body === "string") return expect(body).toContain("event: change\n");
    expect(body.error).toBeUndefined();
    expect(Object.keys(body.result.data ?? body.result)).not.toEqual([]);
  },
);
