import { requests } from "@parley/sdk/requests";
import { expect, test } from "vitest";
import { secretFieldsOf, secretsIn } from "./secret-fields.ts";

const secret = { type: "string", writeOnly: true };
const form = {
  properties: {
    name: { type: "string" },
    config: { anyOf: [{ properties: { token: { anyOf: [secret, { type: "null" }] }, writeOnly: { type: "string" } } }, { type: "null" }] },
    keys: { additionalProperties: secret },
    servers: { items: { properties: { password: secret } } },
  },
};

test("secret fields of a schema are found wherever they are in it", () => {
  expect(secretFieldsOf(form)).toEqual(["config.token", "keys.*", "servers.*.password"]);
  expect(secretFieldsOf(undefined)).toEqual([]);
});

test("the only secrets that agents may not set are those of the two configurations", () => {
  expect(secretFieldsOf(requests["webhooks.updateConfig"]?.form)).toEqual(["webhookServiceConfig.authToken"]);
  expect(secretFieldsOf(requests["webhooks.createEndpoint"]?.form)).toEqual(["headers.*"]);
  expect(secretFieldsOf(requests["emails.updateConfig"]?.form)).toEqual(["emailServiceConfig.apiKey"]);
});

test("data that sets or removes a secret is detected, other data is not", () => {
  const within = (data: unknown) => secretsIn(data, secretFieldsOf(form));

  expect(within({ name: "a", config: null, keys: {}, servers: [] })).toEqual([]);
  expect(within({ config: { writeOnly: "x" } })).toEqual([]);
  expect(within({ config: { token: null } })).toEqual(["config.token"]);
  expect(within({ keys: { openai: "x" }, servers: [{}, { password: "x" }] })).toEqual(["keys.*", "servers.*.password"]);
});
