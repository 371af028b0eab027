import type { Mutation } from "../mutation.ts";

const usage = ["apps/rewriter/test/usage.test.ts"];
const limits = ["apps/rewriter/test/limits.test.ts"];

/** What bounds requests, answers and what they cost. */
export const edge: readonly Mutation[] = [
  {
    name: "one-api-key-takes-the-places-of-all",
    file: "apps/gateway/src/load/in-flight.ts",
    text: "(this.#ofKeys.get(key) ?? 0) >= mostPerKey",
    replacement: "(this.#ofKeys.get(key) ?? 0) >= mostPerKey * 100",
    noticedBy: ["apps/gateway/src/load/in-flight.test.ts"],
  },
  {
    name: "callers-take-no-turns",
    file: "apps/gateway/src/http/arrivals.ts",
    text: "const perTurnBesideOthers = 1;",
    replacement: "const perTurnBesideOthers = perTurn;",
    noticedBy: ["apps/gateway/src/http/arrivals.test.ts"],
  },
  {
    name: "long-list-in-one-turn",
    file: "apps/gateway/src/request/pages.ts",
    text: "const partLength = 64 * 1024;",
    replacement: "const partLength = 64 * 1024 * 1024;",
    noticedBy: ["apps/gateway/src/request/pages.test.ts"],
  },
  {
    name: "arrivals-without-a-bound",
    file: "apps/gateway/src/http/arrivals.ts",
    text: "this.#waitingCount === mostWaiting",
    replacement: "this.#waitingCount > mostWaiting * 1_000",
    noticedBy: ["apps/gateway/src/http/arrivals.test.ts"],
  },
  {
    name: "busy-process-without-a-rest",
    file: "apps/gateway/src/load/turns.ts",
    text: "if (this.#most >= 1 || holder.queue.size === 0) return;",
    replacement: "if (this.#most >= 0 || holder.queue.size === 0) return;",
    noticedBy: ["apps/gateway/src/load/turns.test.ts"],
  },
  {
    name: "many-before-few",
    file: "apps/gateway/src/load/turns.ts",
    text: "return atWork.size < Math.max(1, this.#most) && restsUntilMs <= performance.now();",
    replacement: "return restsUntilMs <= performance.now();",
    noticedBy: ["apps/gateway/src/load/turns.test.ts"],
  },
  {
    name: "answer-of-a-passing-fault-is-kept",
    file: "apps/gateway/src/request/idempotency.ts",
    text: "if (answer.transient) await this.#record.abandon",
    replacement: 'if (leaseId === "") await this.#record.abandon',
    noticedBy: ["apps/all-in-one/test/repeated-requests.test.ts"],
    tests: "a customer who has given a request up",
  },
  {
    name: "client-sends-a-request-that-was-done-again",
    file: "libs/sdk-typescript/src/calls/retries.ts",
    text: "if (!(error instanceof ParleyError) || error.replayed) return false;",
    replacement: "if (!(error instanceof ParleyError)) return false;",
    noticedBy: ["libs/sdk-typescript/src/calls/retries.test.ts"],
  },
  {
    name: "ops-port-answers-web-pages",
    file: "libs/runtime/src/ops-guard.ts",
    text: "if (origin !== undefined || (site",
    replacement: "if ((site",
    noticedBy: ["libs/runtime/test/ops.test.ts"],
  },
  {
    name: "page-is-bounded-in-rows-only",
    file: "libs/kernel/src/page.ts",
    text: "this.#full ||= this.#items > 0 && this.#bytes + bytes > this.#most;",
    replacement: "",
    noticedBy: ["libs/kernel/src/page.test.ts"],
  },
  {
    name: "daily-token-budget-is-not-held",
    file: "apps/rewriter/src/limits/refuse-over-budget.ts",
    text: "if (used < budget) return;",
    replacement: "if (used < budget * 100) return;",
    noticedBy: limits,
    tests: "a workspace that has used up its tokens",
  },
  {
    name: "daily-token-budget-counts-all-days",
    file: "apps/rewriter/src/usage/usage-days.store.ts",
    text: "where workspace_id = $workspaceId and day = (clock_timestamp() at time zone 'UTC')::date",
    replacement: "where workspace_id = $workspaceId",
    noticedBy: limits,
    tests: "what was used yesterday",
  },
  {
    name: "call-that-was-not-made-leaves-a-row",
    file: "apps/rewriter/src/calls/model-call.ts",
    text: "if (this.#attempts > 0)\n      this.#context.calls.add({",
    replacement: "this.#context.calls.add({",
    noticedBy: usage,
    tests: "a call that was never sent",
  },
  {
    name: "models-of-a-day-are-not-bounded",
    file: "apps/rewriter/src/calls/calls.store.ts",
    text: "where place > $maxModels - (",
    replacement: "where place > $maxModels * 1000 - (",
    noticedBy: usage,
    tests: "models of a key and day beyond",
  },
  {
    name: "answer-of-a-model-is-not-bounded",
    file: "apps/rewriter/src/providers/google.ts",
    text: ", generationConfig: { maxOutputTokens: boundOf(model) }",
    replacement: "",
    noticedBy: ["apps/rewriter/test/providers/contract.test.ts"],
    tests: "the answer of",
  },
];
