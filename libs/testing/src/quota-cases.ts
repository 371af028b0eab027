import { type KeyLimit, type RowLimitName, runWithContext } from "@parley/kernel";
import { type Module, settingsOf } from "@parley/runtime";
import { describe, expect, test } from "vitest";

interface Item {
  readonly id: string;
  readonly success: boolean;
  readonly code: string;
  readonly message: string;
}

interface QuotaCase {
  /** The kind of row in its messages. */
  readonly thing: string;
  /** The owner that its messages name, if it is not an API key. */
  readonly owner?: string;
  readonly most: number;
  /** The per-key limit of these rows; each of its items fails individually. */
  readonly ownLimit?: RowLimitName;
  /** Ids of new rows: one more than there is room for after `before`. */
  readonly ids: readonly [string, string, ...string[]];
  /** Creates the rows that the new rows need. Rows of the counted kind use up a part of the quota. */
  readonly before?: (apiKeyId: string) => Promise<unknown>;
  /** Whether adding an existing row again needs room. */
  readonly repeatsNeedRoom?: boolean;
  /** Adds some; returns the results of the items, or undefined when the request succeeds or fails as a whole. */
  readonly add: (apiKeyId: string, ids: readonly string[]) => Promise<readonly Item[] | undefined>;
}

/** The quotas of a service, by their variables. */
export type QuotaCases = Readonly<Record<string, QuotaCase>>;

// The workspace service also has the quotas of other services, which it lets no workspace exceed; removals are counted by the service that
// owns them.
function isQuotaOf({ name: module }: Module, name: string): boolean {
  const own = `PARLEY_${module.toUpperCase().replaceAll("-", "_")}_`;
  return name.endsWith("_PER_KEY") && (name.startsWith(own) || name.startsWith("PARLEY_ERASURE_"));
}

/** The variables to start the service with. */
export function quotaOverrides(cases: QuotaCases): Record<string, string> {
  return Object.fromEntries(Object.entries(cases).map(([variable, { most }]) => [variable, String(most)]));
}

/**
 * Declares the tests of a service's quotas: each quota setting has a case. Beyond the quota new rows are refused with a message that names
 * the kind and the number, while existing rows stay and other API keys have their own room.
 */
export function testQuotas(module: Module, cases: QuotaCases, newKey: () => Promise<string>): void {
  test("every quota of the service has a case", () => {
    const variables = settingsOf(module.config).map(({ name }) => name);

    expect(Object.keys(cases).sort()).toEqual(variables.filter((name) => isQuotaOf(module, name)).sort());
  });

  describe.each(Object.entries(cases))(
    "%s",
    (_, { thing, owner = "API key", most, ids, before, repeatsNeedRoom = false, ownLimit, add }) => {
      const refused = (number: number) => `The ${thing} quota of this ${owner} (${number}) is reached.`;
      const message = refused(most);
      const known = ids[0];
      const last = ids.at(-1) ?? ids[1];
      const preparedKey = async () => {
        const apiKeyId = await newKey();
        await before?.(apiKeyId);
        return apiKeyId;
      };

      test("beyond the quota new rows are refused, existing ones are not, and other API keys have their own", async () => {
        const apiKeyId = await preparedKey();
        const otherKey = await preparedKey();

        expect(await outcomesOf(add(apiKeyId, ids.slice(0, -1)))).toEqual(ids.slice(0, -1).map(() => "ok"));

        expect(await outcomesOf(add(apiKeyId, [last]))).toEqual([message]);
        expect(await outcomesOf(add(apiKeyId, [known]))).toEqual([repeatsNeedRoom ? message : "ok"]);
        expect(await outcomesOf(add(otherKey, [last]))).toEqual(["ok"]);
      });

      if (ownLimit === undefined) return;

      const within = (own: number, ofKey = 0) => withLimit(ownLimit, { own, most: ofKey });

      test("a key's own limit applies when it is lower, existing rows stay when it is lowered, and without it the whole quota applies", async () => {
        const apiKeyId = await preparedKey();
        const otherKey = await preparedKey();
        const allowed = ids.slice(0, -1);

        const atLimit = await within(most - 1)(() => outcomesOf(add(apiKeyId, allowed)));
        expect(atLimit).toEqual([...allowed.slice(1).map(() => "ok"), refused(most - 1)]);
        expect(await within(1)(() => outcomesOf(add(apiKeyId, [known])))).toEqual(["ok"]);
        expect(await within(1)(() => outcomesOf(add(apiKeyId, [last])))).toEqual([refused(1)]);
        expect(await outcomesOf(add(otherKey, allowed))).toEqual(allowed.map(() => "ok"));

        expect(await outcomesOf(add(apiKeyId, allowed))).toEqual(allowed.map(() => "ok"));
        expect(await outcomesOf(add(apiKeyId, [last]))).toEqual([message]);
      });

      test("only the operator can give a key more than the quota", async () => {
        const apiKeyId = await preparedKey();

        expect(await within(most + 1)(() => outcomesOf(add(apiKeyId, ids)))).toEqual([...ids.slice(1).map(() => "ok"), message]);
        expect(await within(0, most + 1)(() => outcomesOf(add(apiKeyId, [last])))).toEqual(["ok"]);
      });
    },
  );
}

/** Runs work as part of a request of an API key with a limit of its own. */
function withLimit(name: RowLimitName, limit: KeyLimit) {
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const call = { requestId: "quota-cases", deadlineMs: performance.now() + 60_000, signal: new AbortController().signal, traced: false };
    return runWithContext({ ...call, rowLimits: { [name]: limit } }, work);
  };
}

/** `ok` for each item that was added, or the message of its refusal by a quota; one entry for the request when it has no items. */
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
