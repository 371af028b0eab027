import type { Mutation } from "../mutation.ts";

const refused = "apps/gateway/src/credentials/refused-credentials.ts";
const refusedTest = ["apps/gateway/src/credentials/refused-credentials.test.ts"];

/** The look-ups that wrong credentials may use. */
export const refusedCredentials: readonly Mutation[] = [
  {
    name: "valid-token-is-called-wrong-during-a-flood",
    file: refused,
    text: "throw notLookedUp();",
    replacement: "return undefined;",
    noticedBy: refusedTest,
  },
  {
    name: "flood-of-wrong-credentials-is-looked-up-at-once",
    file: refused,
    text: "capacity: rate * burstSeconds,",
    replacement: "capacity: rate * 10,",
    noticedBy: refusedTest,
    tests: "many guesses at once",
  },
  {
    name: "each-address-of-an-ipv6-network-is-a-sender",
    file: refused,
    text: "const network = networkOf(address);",
    replacement: "const network = networkOf(address) && address;",
    noticedBy: refusedTest,
  },
  {
    name: "wrong-token-counts-as-known",
    file: refused,
    text: "return this.#good.has(nameOf(principal, token));",
    replacement: 'return this.#good.size > 0 && principal !== "" && token !== "";',
    noticedBy: refusedTest,
  },
  {
    name: "known-credentials-are-refused-by-the-head",
    file: refused,
    text: "if (this.#good.has(name)) return undefined;\n",
    replacement: "",
    noticedBy: refusedTest,
  },
];
