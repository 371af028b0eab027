import { readConfigs } from "@parley/runtime";
import { expect, test } from "vitest";
import { gatewayModule } from "../../module.ts";

const masterKeys = `k1:${Buffer.alloc(32, 1).toString("base64")}`;
const read = (environment: Record<string, string>) => () =>
  readConfigs([gatewayModule], { PARLEY_MASTER_KEYS: masterKeys, ...environment });

test("an issuer without a client id or a public address fails the start", () => {
  const issuer = { PARLEY_OIDC_ISSUER: "https://login.acme.example" };

  expect(read(issuer)).toThrow(/PARLEY_OIDC_ISSUER needs PARLEY_OIDC_CLIENT_ID beside it/);
  expect(read({ ...issuer, PARLEY_OIDC_CLIENT_ID: "parley" })).toThrow(/PARLEY_OIDC_ISSUER needs PARLEY_PUBLIC_URL beside it/);
});

test.each(["http://login.acme.example", "login.acme.example", "https://login.acme.example?tenant=1"])(
  "the issuer %s fails the start",
  (issuer) => {
    expect(read({ PARLEY_OIDC_ISSUER: issuer })).toThrow(/PARLEY_OIDC_ISSUER must be an https URL/);
  },
);

test("an invalid grant fails the start with its text in the message", () => {
  expect(read({ PARLEY_OIDC_GRANTS: "admins=ws_1:owner" })).toThrow(/PARLEY_OIDC_GRANTS holds "admins=ws_1:owner"/);
});
