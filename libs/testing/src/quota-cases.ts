import type { Module } from "@parley/runtime";
import { describe, expect, test } from "vitest";

interface Item {
  readonly id: string;
  readonly success: boolean;
  readonly code: string;
  readonly message: string;
}

interface QuotaCase {
  /** What its refusals call one. */
  readonly thing: string;
  /** Whose it is, when it is no API key's. */
  readonly owner?: string;
  readonly most: number;
  /** As many new ones as there is room for after `before`, and last one more. */
  readonly ids: readonly [string, string, ...string[]];
  /** Makes what the things need; those that it makes itself count. */
  readonly before?: (apiKeyId: string) => Promise<unknown>;
  /** Whether one that exists needs room when it is added again. */
  readonly repeatsNeedRoom?: boolean;
  /** Adds some; returns the results of the items, or undefined when the request succeeds or fails as a whole. */
  readonly add: (apiKeyId: string, ids: readonly string[]) => Promise<readonly Item[] | undefined>;
}

/** The quotas of a service, by their variables. */
export type QuotaCases = Readonly<Record<string, QuotaCase>>;

// A rate bounds what comes, not what is kept.
const isQuota = (name: string) => name.endsWith("_PER_KEY") && !name.endsWith("_PER_SECOND_PER_KEY");

/** The variables to start the service with. */
export function quotaOverrides(cases: QuotaCases): Record<string, string> {
  return Object.fromEntries(Object.entries(cases).map(([variable, { most }]) => [variable, String(most)]));
}

/**
 * Declares the tests of a service's quotas: each setting of one has a case, and beyond it what is new is refused, in words that name the
 * thing and the number, while what exists and other API keys have their room.
 */
export function testQuotas(module: Module, cases: QuotaCases, newKey: () => Promise<string>): void {
  test("every quota of the service has a case", () => {
    const variables = Object.values(module.config).map(({ name }) => name);

    expect(Object.keys(cases).sort()).toEqual(variables.filter(isQuota).sort());
  });

  describe.each(Object.entries(cases))("%s", (_, { thing, owner = "API key", most, ids, before, repeatsNeedRoom = false, add }) => {
    const message = `The ${thing} quota of this ${owner} (${most}) is reached.`;
    const [known, last] = [ids[0], ids.at(-1) ?? ids[1]];

    test("beyond it what is new is refused, what exists is not, and other API keys have theirs", async () => {
      const [apiKeyId, otherKey] = [await newKey(), await newKey()];
      for (const each of [apiKeyId, otherKey]) await before?.(each);

      expect(await outcomesOf(add(apiKeyId, ids.slice(0, -1)))).toEqual(ids.slice(0, -1).map(() => "ok"));

      expect(await outcomesOf(add(apiKeyId, [last]))).toEqual([message]);
      expect(await outcomesOf(add(apiKeyId, [known]))).toEqual([repeatsNeedRoom ? message : "ok"]);
      expect(await outcomesOf(add(otherKey, [last]))).toEqual(["ok"]);
    });
  });
}

/** `ok` for each item that was added, or the message of its refusal by a quota; one for the request when it has no items. */
async function outcomesOf(adding: ReturnType<QuotaCase["add"]>): Promise<string[]> {
  try {
    return ((await adding) ?? [{ success: true, code: "", message: "" }]).map(({ success, code, message }) =>
      success ? "ok" : code === "quota_reached" ? message : `${code}: ${message}`,
    );
  } catch (error) {
    const { failure } = error as { readonly failure?: { kind: string; reason?: string; message: string } };
    if (failure === undefined) throw error;
    const { kind, reason, message } = failure;
    return [kind === "resource_exhausted" && reason === "quota_reached" ? message : `${kind}: ${message}`];
  }
}
