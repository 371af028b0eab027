import { expect, test } from "vitest";
import * as z from "zod";
import { operations } from "./index.ts";
import { exampleIds } from "./workspace/examples.ts";

// A field with such a name may hold a secret, or a link that grants access. `tokenId` and `inputTokens` do not.
const suspicious = /secret|passw|credential|signature|apiKey$|authToken|token$|tokens$|url$|path$|link$|^key$/i;

// Fields with such a name that hold no secret, with the reason.
const harmless: Readonly<Record<string, string>> = {
  "changes.get thread.priority.iconUrl": "a picture that the customer chose",
  "changes.get thread.status.iconUrl": "a picture that the customer chose",
  "threads.list priority.iconUrl": "a picture that the customer chose",
  "threads.list status.iconUrl": "a picture that the customer chose",
  "threads.search thread.priority.iconUrl": "a picture that the customer chose",
  "threads.search thread.status.iconUrl": "a picture that the customer chose",
  "activities.list metadata.apiKey": "the public id",
  "changes.get thread.metadata.apiKey": "the public id",
  "recordings.list attachments.url": "where the customer keeps a recording",
  "recordings.list metadata.apiKey": "the public id",
  "threads.list metadata.apiKey": "the public id",
  "threads.search thread.metadata.apiKey": "the public id",
  "notifications.list metadata.apiKey": "the public id",
  "notifications.getConfig metadata.apiKey": "the public id",
  "apiKeys.list emailServiceConfig.apiKey": "masked",
  "emails.getConfig emailServiceConfig.apiKey": "masked",
  "webhooks.getConfig webhookServiceConfig.authToken": "masked",
  "workspaceTokens.list tokens": "masked",
  "workspaceTokens.list tokens.token": "masked",
  "workspaceTokens.update token": "masked",
  "webhooks.getConfig webhookServiceConfig.rawNotificationUrl": "where the customer's endpoint is",
  "webhooks.getConfig webhookServiceConfig.processedNotificationUrl": "where the customer's endpoint is",
  "webhooks.createEndpoint url": "where the customer's endpoint is",
  "webhooks.updateEndpoint url": "where the customer's endpoint is",
  "webhooks.listEndpoints endpoints.url": "where the customer's endpoint is",
  "recordings.list url": "where the customer keeps a recording",
  "apiKeys.listUsage apiKey": "its public id",
  "apiKeys.listUsage inputTokens": "a count",
  "apiKeys.listUsage outputTokens": "a count",
  "audit.list apiKey": "its public id",
  "ai.listUsage inputTokens": "a count",
  "ai.listUsage outputTokens": "a count",
};

test("exactly the operations whose response may have a secret declare it", () => {
  const silent = operations.filter(({ showsSecret }) => !showsSecret);
  const fields = silent.flatMap((operation) => suspiciousFields(operation.response, "output").map((field) => `${operation.sdk} ${field}`));
  const showing = operations.filter(({ showsSecret }) => showsSecret).map(({ sdk }) => sdk);

  // A new field fails here unless its operation has `showsSecret` or it is listed above as harmless.
  expect(fields.sort()).toEqual(Object.keys(harmless).sort());
  expect(showing.sort()).toEqual([
    "apiKeys.create",
    ...["authTokens.create", "authTokens.list", "authTokens.reset", "authTokens.rotate", "userTokens.generate"],
    ...["webhooks.createPortal", "webhooks.getEndpointSecret"],
    ...["webhooks.getSecret", "webhooks.rotateEndpointSecret", "webhooks.rotateSecret"],
    ...["workspaceTokens.create", "workspaceTokens.rotate", "workspaces.create"],
  ]);
});

test("a secret that a request stores is write-only, so that agents recognize it", () => {
  const stored = operations
    .filter(({ auth, bodyCredentials }) => auth === "apiKey" && !bodyCredentials)
    .flatMap(({ request, sdk }) => suspiciousFields(request, "input", '"writeOnly":true').map((field) => `${sdk} ${field}`));
  const named = operations
    .filter(({ auth, bodyCredentials }) => auth === "apiKey" && !bodyCredentials)
    .flatMap(({ request, sdk }) => suspiciousFields(request, "input").map((field) => `${sdk} ${field}`))
    .filter((field) => !/(pageToken|[uU]rl|filters\.key)$/.test(field));

  expect(stored).toEqual(["webhooks.updateConfig webhookServiceConfig.authToken", "emails.updateConfig emailServiceConfig.apiKey"]);
  expect(named).toEqual(stored);
});

test("an operation whose example shows a secret declares it", () => {
  const secrets = [exampleIds.authToken, exampleIds.webhookSecret];
  // A link that grants access has its token behind the #.
  const grantingLink = /https?:[^"]*#/;
  const shown = operations.filter(({ example, showsSecret }) => {
    const text = JSON.stringify(example.response ?? null);
    return !showsSecret && (grantingLink.test(text) || secrets.some((secret) => text.includes(secret)));
  });

  expect(shown.map(({ path }) => path)).toEqual([]);
});

test("an operation that shows a secret is for administrators, unless it masks the secret for all others", () => {
  const others = operations.filter(({ showsSecret, role }) => showsSecret && role !== "administrate");

  // A user's token adds no rights: the caller who may create it can already act as any user. Pages create one whenever they open.
  expect(others.map(({ sdk }) => sdk)).toEqual(["authTokens.list", "userTokens.generate"]);
});

test("no operation that changes data is open to the role read", () => {
  const changing = operations.filter(({ mutates, role }) => mutates && role === "read");

  expect(changing.map(({ sdk }) => sdk)).toEqual([]);
});

function suspiciousFields(form: z.ZodType | undefined, io: "input" | "output", saying = ""): string[] {
  if (form === undefined) return [];
  const found = new Set<string>();
  walk(z.toJSONSchema(form, { io, unrepresentable: "any" }), [], (path, part) => {
    if (suspicious.test(path.at(-1) ?? "") && JSON.stringify(part).includes(saying)) found.add(path.join("."));
  });
  return [...found];
}

function walk(schema: unknown, path: readonly string[], visit: (path: readonly string[], part: unknown) => void): void {
  if (typeof schema !== "object" || schema === null) return;
  for (const [key, part] of Object.entries(schema)) {
    if (key !== "properties") {
      walk(part, path, visit);
      continue;
    }
    for (const [name, property] of Object.entries(part)) {
      visit([...path, name], property);
      walk(property, [...path, name], visit);
    }
  }
}
