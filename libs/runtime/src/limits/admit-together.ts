import type { Quota } from "./quota.ts";

interface Demand<Result> {
  readonly quota: Quota;
  readonly wanted: number;
  readonly addedBy: (result: Result) => number;
}

/**
 * Adds rows of several kinds together, or none of them: fails with `resource_exhausted` before anything is added if one of the quotas has
 * no room. Do not call it within a transaction, because it may count rows.
 */
export async function admitTogether<Result>(
  apiKeyId: string,
  demands: readonly Demand<Result>[],
  add: () => Promise<Result>,
): Promise<Result> {
  for (const { quota, wanted } of demands) await quota.prepare(apiKeyId, wanted);
  const admitAfter = (index: number): Promise<Result> => {
    const demand = demands[index];
    if (demand === undefined) return add();
    return demand.quota.admitAll(apiKeyId, demand.wanted, () => admitAfter(index + 1), demand.addedBy);
  };
  return admitAfter(0);
}
