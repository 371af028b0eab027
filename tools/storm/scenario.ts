import type { Customer, Write } from "./customer.ts";
import type { Fact } from "./journal.ts";
import type { Random } from "./random.ts";
import type { Finding } from "./verify.ts";

/** A kind of writes under the storm, and how to verify them afterwards. */
export interface Scenario {
  readonly name: string;
  /** Whether it writes under its own API key, so that it sees only its own data. */
  readonly hasOwnKey?: true;
  /**
   * The time for which the checks after the storm wait without progress, for delayed effects; without it, all effects must be visible at
   * once.
   */
  readonly showsWithinMs?: number;
  /** Creates what its writes depend on, before the first fault. */
  arrange(customer: Customer, writers: readonly string[]): Promise<void>;
  /**
   * One writer: returns its next write on each call, after the acknowledgement of the last. Keys belong to one writer; its name is unique
   * and valid in ids.
   */
  writer(name: string, random: Random): () => Write;
  /** Everything stored that could come from its writes. */
  stored(customer: Customer): Promise<readonly Fact[]>;
  /** Further conditions that must hold at the end. */
  check?(customer: Customer): Promise<readonly Finding[]>;
  close?(): Promise<void>;
}

/** The organization in which most scenarios write. */
export const organizationId = "storm";
