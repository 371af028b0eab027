import { setTimeout as delay } from "node:timers/promises";
import type { Caller } from "../../installation/caller.ts";
import type { Customer } from "../customer.ts";
import type { Struck } from "../inject-faults.ts";
import { Patience } from "../patience.ts";
import type { Finding } from "../verify.ts";
import { mayBeMissing } from "./missing-counts.ts";

/** An API key with its own server's count, and a reader of Parley's count. */
export interface CountedCustomer {
  readonly customer: Customer;
  readonly owner: Caller;
}

/** Parley's count of requests, or of comments, of all keys. */
export interface UsageTally {
  readonly what: "requests" | "comments";
  readonly counted: number;
  /** The number that happened for certain; `possible` is the maximum. */
  readonly sure: number;
  readonly possible: number;
  /** The maximum number lost with killed processes. */
  readonly mayBeMissing: number;
}

const countedBy = { requests: "gateway", comments: "activity" } as const;
const kinds = ["requests", "comments"] as const;
// Usage is correct to a thousandth.
const tolerance = 0.001;
const reportedWithinMs = 15_000;
const dayMs = 86_400_000;

interface Checked {
  readonly findings: readonly Finding[];
  readonly tallies: readonly UsageTally[];
}

/** Compares each key's numbers from `/v2/workspace/usage/get` with its own server's count, once everything has been reported. */
export async function checkUsage(keys: readonly CountedCustomer[], struck: readonly Struck[], reportMs: number): Promise<Checked> {
  const findings: Finding[] = [];
  const sums = kinds.map((what) => ({ what, counted: 0, sure: 0, possible: 0, mayBeMissing: 0 }));
  for (const key of keys) {
    for (const sum of sums) {
      const tally = await tallyOf(key, sum.what, struck, reportMs);
      findings.push(...findingsOf(tally));
      for (const name of ["counted", "sure", "possible", "mayBeMissing"] as const) sum[name] += tally[name];
    }
  }
  return { findings, tallies: sums };
}

async function tallyOf(
  { customer, owner }: CountedCustomer,
  what: UsageTally["what"],
  struck: readonly Struck[],
  reportMs: number,
): Promise<UsageTally> {
  // Other requests continue meanwhile: the count is at least what has happened by now, and at most what can have happened by the end.
  const sure = [...customer[what].sure];
  const missing = mayBeMissing(sure, struck, { app: countedBy[what], reportMs });
  const patience = new Patience(reportedWithinMs);
  for (;;) {
    const counted = await countedOf(owner, customer.headers["x-svc-api-key"] ?? "", what);
    const left = sure.length - counted;
    if (left <= 0 || patience.isOver(left))
      return { what, counted, sure: sure.length, possible: customer[what].possible, mayBeMissing: missing };
    await delay(reportMs);
  }
}

// Some processes' clocks are ahead or behind, so their counts may be on the day before or after.
async function countedOf(owner: Caller, apiKey: string, what: UsageTally["what"]): Promise<number> {
  const day = (offset: number) => new Date(Date.now() + offset * dayMs).toISOString().slice(0, 10);
  const days = await owner.ask<Record<UsageTally["what"], number>[]>("/v2/workspace/usage/get", { from: day(-1), to: day(1), apiKey });
  return days.reduce((sum, each) => sum + each[what], 0);
}

function findingsOf({ what, counted, sure, possible, mayBeMissing: missing }: UsageTally): Finding[] {
  const least = Math.floor((sure - missing) * (1 - tolerance));
  const said = `${counted} ${what} of a key are counted`;
  if (counted > possible) return [{ kind: "doubled", scenario: "usage", what: `${said}, and ${possible} can have happened` }];
  if (counted < least)
    return [{ kind: "lost", scenario: "usage", what: `${said}, ${sure} happened, of which ${missing} may be lost with killed processes` }];
  return [];
}
