import type { DescMethod, DescService } from "@bufbuild/protobuf";
import { meOperations, operations, pathsOf } from "@parley/gateway/operations";
import { until } from "@parley/testing";
import { MailServer } from "@parley/testing/mail";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoRequests } from "../../src/demo/seed-demo.ts";
import { modules } from "../../src/modules.ts";
import { Customer, createWorkspace, type HttpAnswer, type Workspace } from "../support/customer.ts";
import { OpenAiServer } from "../support/openai-server.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { withRealIds } from "../support/real-ids.ts";
import { formOf } from "./form-of.ts";
import { internalRpcs } from "./internal-rpcs.ts";

let parley: Parley;
// The mail server for the example of a test e-mail.
let mails: MailServer;
// The provider for the call whose usage an example shows.
let openAi: OpenAiServer;
let workspace: Workspace;

beforeAll(async () => {
  mails = await MailServer.start();
  openAi = await OpenAiServer.start();
  parley = await startParley("all-in-one", {
    PARLEY_SMTP_URL: mails.url(),
    PARLEY_OPENAI_BASE_URL: openAi.url,
    PARLEY_PUBLIC_URL: "https://parley.example.com",
    PARLEY_CHANGES_STREAM_MS: "100",
    PARLEY_USAGE_REPORT_MS: "100",
  });
  workspace = await createWorkspace(parley.url, parley.adminToken);
  for (const { path, data } of demoRequests) await workspace.customer.data(path, data);
  await workspace.customer.data("/v2/workspace/apikeyconfig/update", { searchEnabled: true });
  await workspace.owner.data("/v2/workspace/aimodelsconfig/update", { aiModelsConfig: { openai: "sk-of-the-test-0123456789" } });
  await workspace.customer.post("/v2/rewriter/ask-ai", { model: "gpt-4o", prompt: "Make it formal.", text: "hey" });
});

afterAll(async () => {
  await parley?.stop();
  await mails?.stop();
  await openAi?.stop();
});

function callerOf(operation: (typeof operations)[number]): Customer {
  if (operation.auth === "admin") return new Customer(parley.url, { "x-svc-admin-token": parley.adminToken });
  return operation.auth === "workspace" ? workspace.owner : workspace.customer;
}

test("every operation is in the OpenAPI document, with an example and every error", async () => {
  const { body } = await workspace.customer.send("/openapi.json", undefined, { method: "GET" });

  expect(Object.keys(body.paths).sort()).toEqual([...operations, ...meOperations].flatMap(pathsOf).sort());
  for (const { path } of operations) {
    const { post } = body.paths[path];
    expect(post.requestBody.content["application/json"].example, path).toHaveProperty("data");
    expect(Object.keys(post.responses), path).toEqual(
      expect.arrayContaining(["400", "401", "404", "409", "413", "415", "429", "500", "503", "504"]),
    );
    expect(post.summary, path).toMatch(/[^.]$/);
  }
  const ids = operations.flatMap(pathsOf).map((path) => body.paths[path].post.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(operations.map((operation) => [operation.path, operation] as const))(
  "%s refuses callers without its required role",
  async (path, operation) => {
    const { owner, customer } = workspace;
    const below = [
      customer.as({}),
      ...(operation.auth === "apiKey" ? [owner] : operation.auth === "workspace" ? [customer] : [customer, owner]),
    ];

    for (const caller of below) expect((await caller.post(path, operation.example.request)).status).toBe(401);
  },
);

// Sent in the order of the list, because later examples depend on earlier ones.
test("every example of the documentation works and returns a response of the shown form", { timeout: 120_000 }, async () => {
  for (const operation of operations) {
    const caller = callerOf(operation);
    const request = await withRealIds(operation.example.request, workspace);
    const answer: HttpAnswer = await until(async () => {
      const first = await caller.post(operation.path, request);
      // A certificate is stored when its removal is complete.
      if (operation.sdk === "removals.getCertificate" && first.status === 404) return undefined;
      // Transactions of other tests on the same server may delay the feed. Usage is reported, and comments are indexed for search, a moment
      // later.
      const mayLag = operation.feed || operation.sdk === "apiKeys.listUsage" || operation.sdk === "threads.search";
      return mayLag && first.body.result?.data.length === 0 ? undefined : first;
    });

    expect(answer.status, `${operation.path} answered ${JSON.stringify(answer.body)}`).toBe(operation.successStatus ?? 200);
    if (operation.stream !== undefined && operation.response === undefined) {
      expect(streamForms(operation.stream.example), operation.path).toMatchObject(streamForms(answer.body));
      continue;
    }
    const result = operation.resultShape === "bare" ? answer.body.result : answer.body.result.data;
    if (operation.resultShape === "none") expect(result, operation.path).toBeUndefined();
    else expect(formOf(result), `${operation.path} answered ${JSON.stringify(result)}`).toEqual(formOf(operation.example.response ?? null));
    if (operation.response !== undefined) expect(operation.response.safeParse(result).error?.issues, operation.path).toBeUndefined();
  }
});

test("every RPC is either exposed by an operation or listed as internal", () => {
  const exposed = new Set(operations.map(({ rpc }) => nameOf(rpc)));
  const served = modules.flatMap(({ serves }) => serves?.services ?? []).flatMap(({ methods }: DescService) => methods.map(nameOf));

  expect(served.filter((name) => !exposed.has(name) && !(name in internalRpcs))).toEqual([]);
  expect(Object.keys(internalRpcs).filter((name) => exposed.has(name) || !served.includes(name))).toEqual([]);
});

/** The events of a stream by name, with the form of their data. */
function streamForms(text: string): Record<string, unknown> {
  const events = [...text.matchAll(/^event: (\w+)\ndata: (.*)$/gm)];
  return Object.fromEntries(events.map(([, name = "", data = "null"]) => [name, formOf(JSON.parse(data))]));
}

function nameOf({ parent, name }: DescMethod): string {
  return `${parent.typeName}/${name}`;
}
