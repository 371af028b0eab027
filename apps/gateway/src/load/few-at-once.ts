import { type Waiting, waitIn } from "./waiting.ts";

// Requests of one tenant: one of them reads from the database while another compares words.
const few = 4;

class Tenant {
  running = 0;
  readonly queue = new Set<Waiting>();
}

/**
 * Lets a tenant run few costly requests at once, even when it is alone: a tenant that arrives meanwhile would wait for all that have begun.
 * The others wait in order of arrival, and hold up no cheaper request of their tenant.
 */
export class FewAtOnce {
  readonly #tenants = new Map<string, Tenant>();

  /** Does the work when its turn comes. Fails as `waitIn` does. */
  async run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const tenant = this.#tenants.get(name) ?? new Tenant();
    this.#tenants.set(name, tenant);
    // Whoever ends passes its place on to the first in the queue.
    if (tenant.running === few) await waitIn(tenant.queue, { name, place: few + tenant.queue.size + 1 }, () => undefined);
    else tenant.running++;
    try {
      return await work();
    } finally {
      this.#passOn(name, tenant);
    }
  }

  #passOn(name: string, tenant: Tenant): void {
    const [first] = tenant.queue;
    if (first !== undefined) {
      tenant.queue.delete(first);
      first.begin();
      return;
    }
    tenant.running--;
    if (tenant.running === 0) this.#tenants.delete(name);
  }
}
