import type { Host } from "@parley/runtime";
import type { ErasureOwners } from "./model/owners.ts";
import type { ErasureService } from "./model/plan.ts";
import type { ErasureOwner, RemoveAgain } from "./owner/erasure-owner.ts";
import { erasureRoutes } from "./owner/erasure-routes.ts";
import { ownerMaintenance } from "./owner/owner-maintenance.ts";
import type { ErasureConfig } from "./process/settings.ts";
import { type ErasureWork, type ErasureWorkOptions, erasureWork } from "./service/erasure-work.ts";

interface ErasureParts<Service extends ErasureService> extends Omit<ErasureWorkOptions<Service>, "owners" | "onCommand"> {
  /** The service's own jobs, when it is an owner, and how those are begun again that are younger than its restored tables. */
  readonly owner?: { readonly erasures: ErasureOwner; readonly removeAgain: RemoveAgain };
  /** How the other owners are asked. */
  readonly owners: Omit<ErasureOwners, Service>;
}

/**
 * Wires what a service has to do with removals: the consumer and the worker of its tasks; of an owner also the consumer that counts, the
 * operators' routes and the maintenance of its jobs. Consumers and workers are to be handed to `useMessaging`.
 */
export function useErasure<Service extends ErasureService>(
  host: Host,
  config: ErasureConfig,
  { owner, owners, ...parts }: ErasureParts<Service>,
): ErasureWork {
  const { service, database } = parts;
  if (owner === undefined) return erasureWork(host, config, { ...parts, owners: owners as ErasureOwners });
  const { erasures, removeAgain } = owner;
  const work = erasureWork(host, config, {
    ...parts,
    owners: { ...owners, [service]: erasures.asked(database) } as ErasureOwners,
    onCommand: (tx, told) => erasures.onCommand(tx, told, removeAgain),
  });
  erasureRoutes(host).add(database, erasures);
  ownerMaintenance(host, config, database, erasures);
  return { ...work, consumers: [erasures.counting(), ...work.consumers] };
}
