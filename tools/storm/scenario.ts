import type { Customer, Write } from "./customer.ts";
import type { Fact } from "./journal.ts";
import type { Random } from "./random.ts";
import type { Finding } from "./verify.ts";

/** One kind of writing under the storm, and how to see afterwards what has become of it. */
export interface Scenario {
  readonly name: string;
  /** It writes under an API key of its own, so that what it looks at is its own. */
  readonly hasOwnKey?: true;
  /** How long it may take after the storm until more of what was acknowledged shows; all of it at once when absent. */
  readonly showsWithinMs?: number;
  /** What its writes stand on, made before the first fault. */
  arrange(customer: Customer, writers: readonly string[]): Promise<void>;
  /**
   * One writer: answers its next write each time it is asked, which is when the last one was acknowledged. Keys belong to one writer; its name
   * is unique and good for ids.
   */
  writer(name: string, random: Random): () => Write;
  /** Everything that is stored and could have come from its writes. */
  stored(customer: Customer): Promise<readonly Fact[]>;
  /** What else must hold in the end. */
  check?(customer: Customer): Promise<readonly Finding[]>;
  close?(): Promise<void>;
}

/** The organization in which most scenarios write. */
export const organizationId = "storm";
