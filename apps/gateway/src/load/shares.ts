import type { HttpFailure } from "../errors/http-failure.ts";

interface SharesOptions {
  readonly most: number;
  /** The bound of a tenant for which `take` is called without one. */
  readonly mostPerTenant: number;
  /** The error, with the name of the tenant or workspace whose share is used up. Without a name, the whole amount is used up. */
  readonly refusal: (name?: string) => HttpFailure;
}

interface Taking {
  readonly tenant: string;
  readonly workspace: string;
  readonly amount?: number;
  readonly mostPerTenant?: number;
}

/**
 * Shares of a limited amount. A tenant (an API key, a workspace's own requests, the operator) has a fixed share at most. A workspace,
 * however many tenants it has, may hold no more than is left free (a dynamic threshold, as switches divide their buffers): one greedy
 * workspace holds half, two hold a third each, and others always find some.
 */
export class Shares {
  readonly #options: SharesOptions;
  readonly #ofTenants = new Map<string, number>();
  readonly #ofWorkspaces = new Map<string, number>();
  #total = 0;

  constructor(options: SharesOptions) {
    this.#options = options;
  }

  /**
   * Takes the amount and returns a function that gives it back, or fails with the refusal. A tenant that holds nothing may take all that is
   * free; if nothing is taken at all, even more than the whole.
   */
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
