import type { Mutation } from "../mutation.ts";

const quota = "libs/runtime/src/quota.ts";
const quotaTest = ["libs/runtime/src/own-limits.test.ts"];
const edge = ["apps/all-in-one/test/edge/key-limits.test.ts"];
const ofKeys = ["apps/workspace/test/key-limits.test.ts"];
const update = "apps/workspace/src/api-keys/update-api-key.ts";

/** A service that ignores a key's own limit. */
const unbound = (app: string, count: string, limit: string): Mutation => ({
  name: `${app}-ignores-the-own-limit-of-${limit}`,
  file: `apps/${app}/src/quotas.ts`,
  text: `${count}, "${limit}")`,
  replacement: `${count})`,
  noticedBy: [`apps/${app}/test/quotas.test.ts`],
});

/** The limits of each API key. */
export const keyLimits: readonly Mutation[] = [
  unbound("organization-directory", "countDocuments", "documents"),
  unbound("users", "countUsers", "users"),
  unbound("activity", "countAnnotations", "annotations"),
  unbound("activity", "countComments", "comments"),
  {
    name: "a-key-has-more-than-the-installation-lets-it",
    file: "libs/kernel/src/key-limits.ts",
    text: ": Math.min(own, ceiling)",
    replacement: ": own",
    noticedBy: ["libs/kernel/src/key-limits.test.ts", "apps/gateway/src/rates/request-rate.test.ts"],
  },
  {
    name: "the-operators-word-for-a-key-is-not-asked",
    file: "libs/kernel/src/key-limits.ts",
    text: "most || ofEveryKey",
    replacement: "ofEveryKey || most",
    noticedBy: ["libs/kernel/src/key-limits.test.ts"],
  },
  {
    name: "own-limit-holds-only-beside-a-quota",
    file: quota,
    text: "own === undefined ? most : limitFor(own, most)",
    replacement: "own === undefined || most === 0 ? most : limitFor(own, most)",
    noticedBy: quotaTest,
  },
  {
    name: "raised-limit-waits-for-the-next-count",
    file: quota,
    text: "if (this.#most > usage.knownTo) return this.#countTo(this.#most, apiKeyId, usage);",
    replacement: "",
    noticedBy: quotaTest,
  },
  {
    name: "a-count-to-a-lower-limit-is-taken-for-all",
    file: quota,
    text: "usage.knownTo = usage.rows < countTo ? Number.POSITIVE_INFINITY : countTo;",
    replacement: "usage.knownTo = Number.POSITIVE_INFINITY;",
    noticedBy: quotaTest,
  },
  {
    name: "a-request-takes-the-count-of-another-limit",
    file: quota,
    text: "    if (most > usage.knownTo) await this.#count(apiKeyId, usage);\n",
    replacement: "",
    noticedBy: quotaTest,
  },
  {
    name: "different-limits-take-turns-in-counting",
    file: quota,
    text: "usage.countTo = Math.max(usage.countTo, this.#most);",
    replacement: "usage.countTo = this.#most;",
    noticedBy: quotaTest,
  },
  {
    name: "what-is-added-without-a-limit-is-forgotten",
    file: quota,
    text: "if (usage !== undefined) usage.rows += addedBy(result);",
    replacement: "",
    noticedBy: quotaTest,
  },
  {
    name: "refusal-names-the-installations-number",
    file: quota,
    text: `(\${this.#most}) is reached.`,
    replacement: `(\${this.#options.most}) is reached.`,
    noticedBy: quotaTest,
  },
  {
    name: "services-are-not-told-of-a-keys-limits",
    file: "apps/gateway/src/request/request-handler.ts",
    text: "rowLimits: limitsOf(credential).rows",
    replacement: "rowLimits: undefined",
    noticedBy: edge,
    tests: "a document created beside something else is also",
  },
  {
    name: "limits-end-at-the-first-service",
    file: "libs/rpc/src/served-call.ts",
    text: "return readRowLimits(this.header(rowLimitsHeader));",
    replacement: 'return this.origin.transport === "local" ? readRowLimits(this.header(rowLimitsHeader)) : undefined;',
    noticedBy: ["libs/rpc/test/rpc-client.test.ts"],
    tests: "the limits of an API key pass",
  },
  {
    name: "any-word-is-a-limit",
    file: "libs/rpc/src/row-limits.ts",
    text: "if (names.has(name)) ",
    replacement: "",
    noticedBy: ["libs/rpc/src/row-limits.test.ts"],
  },
  {
    name: "streams-of-a-key-have-the-installations-bound-alone",
    file: "apps/gateway/src/load/admission.ts",
    text: "this.#streams.take({ ...by, mostPerTenant: this.#mostStreams(credential) })",
    replacement: "this.#streams.take(by)",
    noticedBy: edge,
    tests: "a key is limited in streams; lowering the",
  },
  {
    name: "own-limit-of-streams-is-not-asked",
    file: "apps/gateway/src/load/admission.ts",
    text: "limitFor(limitsOf(credential).streams, this.#options.maxStreamsPerKey)",
    replacement: "this.#options.maxStreamsPerKey",
    noticedBy: ["apps/gateway/src/load/admission.test.ts"],
  },
  {
    name: "own-limit-of-webhook-endpoints-is-not-asked",
    file: "apps/workspace/src/webhooks/create-webhook-endpoint.ts",
    text: "const most = limitFor(limit, ofEveryKey);",
    replacement: "const most = limitFor(noKeyLimit, ofEveryKey);",
    noticedBy: ofKeys,
    tests: "a key has at most as many webhook",
  },
  {
    name: "a-workspace-sets-a-higher-limit-than-the-installation",
    file: update,
    text: "if (most === 0 || asked <= most) return;",
    replacement: "if (most >= 0 || asked <= most) return;",
    noticedBy: ofKeys,
  },
  {
    name: "the-operators-word-lifts-no-ceiling",
    file: update,
    text: "found[mostName(name)] ?? ceilings[name]",
    replacement: "ceilings[name]",
    noticedBy: ofKeys,
  },
  {
    name: "the-operators-word-is-the-workspaces",
    file: update,
    text: "changed[request.byOperator ? mostName(name) : name]",
    replacement: "changed[name]",
    noticedBy: ofKeys,
  },
  {
    name: "a-workspace-takes-the-operators-word",
    file: "apps/gateway/src/operations/workspace/update-api-key.ts",
    text: 'byOperator: tokenId === "",',
    replacement: "byOperator: true,",
    noticedBy: edge,
  },
  ...["maxDocuments", "maxUsers", "maxAnnotations", "maxComments", "maxStreams", "maxRequestsPerSecond"].map((setting) => ({
    name: `workspace-does-not-know-${setting.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    file: "apps/workspace/src/settings/key-limits.ts",
    text: `config.${setting},`,
    replacement: "0,",
    noticedBy: ofKeys,
  })),
  {
    name: "a-new-limit-is-not-told",
    file: "apps/workspace/src/credentials/authenticate.ts",
    text: "limits === undefined ? {} :",
    replacement: "limits === undefined || !found.expired ? {} :",
    noticedBy: ofKeys,
  },
];
