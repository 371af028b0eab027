import type { Mutation } from "../mutation.ts";

const openIdTest = ["apps/all-in-one/test/console-openid.test.ts"];
const openIdSessionsTest = ["apps/all-in-one/test/console-openid-sessions.test.ts"];
const grants = "apps/gateway/src/console/oidc/grants.ts";

/** The security of sign-in with an identity provider, and the names of people from it. */
export const openIdMutations: readonly Mutation[] = [
  {
    name: "unverified-address-names-a-person",
    file: grants,
    text: "isVerified === true && isSomeText(email)",
    replacement: "isVerified !== false && isSomeText(email)",
    noticedBy: ["apps/gateway/src/console/oidc/grants.test.ts"],
  },
  {
    name: "chosen-name-looks-like-a-verified-address",
    file: grants,
    text: "unverified: ",
    replacement: "",
    noticedBy: ["apps/gateway/src/console/oidc/grants.test.ts"],
  },
  {
    name: "sign-in-is-proved-by-a-plain-verifier",
    file: "apps/gateway/src/console/oidc/identity-provider.ts",
    text: 'code_challenge_method: "S256"',
    replacement: 'code_challenge_method: "plain"',
    noticedBy: openIdTest,
    tests: "a person authenticated by the provider gets a",
  },
  {
    name: "id-token-that-no-cookie-holds-is-sealed-in",
    file: "apps/gateway/src/console/oidc/oidc-sessions.ts",
    text: "idToken.length > mostIdToken",
    replacement: "idToken.length > mostIdToken * 10",
    noticedBy: openIdSessionsTest,
    tests: "an ID token too long for a cookie",
  },
  {
    name: "pending-sign-in-lasts-ten-hours",
    file: "apps/gateway/src/console/oidc/pending-sign-in.ts",
    text: "const lifetimeMs = 10 * 60_000;",
    replacement: "const lifetimeMs = 10 * 3_600_000;",
    noticedBy: openIdTest,
    tests: "a sign-in waits at most ten minutes for",
  },
  {
    name: "signing-out-leads-to-the-provider-unasked",
    file: "apps/gateway/src/console/oidc/oidc-routes.ts",
    text: "if (!options.signsOut) return undefined;",
    replacement: "",
    noticedBy: ["apps/gateway/src/console/oidc/oidc-routes.test.ts"],
  },
];
