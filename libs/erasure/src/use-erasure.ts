import type { Host } from "@parley/runtime";
import type { ErasureOwners } from "./model/owners.ts";
import type { ErasureService } from "./model/plan.ts";
import { erasureDesk } from "./owner/erasure-desk.ts";
import type { ErasureOwner } from "./owner/erasure-owner.ts";
import { ownerChores } from "./owner/owner-chores.ts";
import type { ErasureConfig } from "./process/settings.ts";
import { type ErasureWork, type ErasureWorkOptions, erasureWork } from "./service/erasure-work.ts";

interface ErasureParts<Service extends ErasureService> extends Omit<ErasureWorkOptions<Service>, "owners"> {
  /** The service's own jobs, when it is an owner. */
  readonly owner?: ErasureOwner;
  /** How the other owners are asked. */
  readonly owners: Omit<ErasureOwners, Service>;
}

/**
 * Wires what a service has to do with removals: the consumer and the worker of its tasks; of an owner also the consumer that counts, the
 * operators' desk and the maintenance of its jobs. Consumers and workers are to be handed to `useMessaging`.
 */
export function useErasure<Service extends ErasureService>(
  host: Host,
  config: ErasureConfig,
  { owner, owners, ...parts }: ErasureParts<Service>,
): ErasureWork {
  const { service, database } = parts;
  const all = (owner === undefined ? owners : { ...owners, [service]: owner.asked(database) }) as ErasureOwners;
  const work = erasureWork(host, config, { ...parts, owners: all });
  if (owner === undefined) return work;
  erasureDesk(host).add(database, owner);
  ownerChores(host, config, database, owner);
  return { ...work, consumers: [owner.counting(), ...work.consumers] };
}
