import type { HttpFailure } from "../errors/http-failure.ts";

interface SharesOptions {
  readonly most: number;
  /** Of a tenant for which `take` says nothing else. */
  readonly mostPerTenant: number;
  /** The refusal of a tenant or workspace that has as much as it may, or, without a name, of everybody. */
  readonly refusal: (name?: string) => HttpFailure;
}

interface Taking {
  readonly tenant: string;
  readonly workspace: string;
  readonly amount?: number;
  readonly mostPerTenant?: number;
}

/**
 * Shares of what there is only so much of. A tenant (an API key, a workspace's own requests, the operator) has a fixed share at most, and a workspace, however many tenants it has, no more than is left free (a
 * dynamic threshold, as switches divide their buffers): one that takes all it can has half, two have a third each, and others always find room.
 */
export class Shares {
  readonly #options: SharesOptions;
  readonly #ofTenants = new Map<string, number>();
  readonly #ofWorkspaces = new Map<string, number>();
  #total = 0;

  constructor(options: SharesOptions) {
    this.#options = options;
  }

  /** Takes so much, to be given back by a call, or fails with the refusal. Whoever has nothing gets all that is free; nobody else, more than there is. */
  take({ tenant, workspace, amount = 1, mostPerTenant = this.#options.mostPerTenant }: Taking): () => void {
    const { most, refusal } = this.#options;
    const free = most - this.#total;
    const exceeds = (held: number | undefined, bound: number) => held !== undefined && held + amount > bound;
    if (this.#total > 0 && amount > free) throw refusal();
    if (exceeds(this.#ofTenants.get(tenant), mostPerTenant)) throw refusal(tenant);
    if (exceeds(this.#ofWorkspaces.get(workspace), free)) throw refusal(workspace);
    const add = (change: number) => {
      this.#total += change;
      addTo(this.#ofTenants, tenant, change);
      addTo(this.#ofWorkspaces, workspace, change);
    };
    add(amount);
    return () => add(-amount);
  }
}

function addTo(held: Map<string, number>, name: string, change: number): void {
  const sum = (held.get(name) ?? 0) + change;
  if (sum === 0) held.delete(name);
  else held.set(name, sum);
}
