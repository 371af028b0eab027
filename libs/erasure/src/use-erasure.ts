import type { Host } from "@parley/runtime";
import type { ErasureOwners } from "./model/owners.ts";
import type { ErasureService } from "./model/plan.ts";
import type { EraseAgain, ErasureOwner } from "./owner/erasure-owner.ts";
import { erasureRoutes } from "./owner/erasure-routes.ts";
import { ownerMaintenance } from "./owner/owner-maintenance.ts";
import { type RecordKeeper, recordWorker } from "./owner/record-worker.ts";
import type { ErasureConfig } from "./process/settings.ts";
import { type ErasureWork, type ErasureWorkOptions, erasureWork } from "./service/erasure-work.ts";

interface ErasureParts<Service extends ErasureService> extends Omit<ErasureWorkOptions<Service>, "owners" | "onCommand"> {
  /** For an owner: its jobs, and a function that begins an erasure again when it is missing in restored tables. */
  readonly owner?: {
    readonly erasures: ErasureOwner;
    readonly eraseAgain: EraseAgain;
    /** Makes certificates of finished removals; undefined when none is configured. */
    readonly keeper: RecordKeeper | undefined;
  };
  /** The clients of the other owners. */
  readonly owners: Omit<ErasureOwners, Service>;
}

/**
 * Sets up a service's part in erasures: the consumer and the worker of its tasks; for an owner also the consumer that counts, the
 * operators' routes and the maintenance of its jobs. Pass consumers and workers to `useMessaging`.
 */
export function useErasure<Service extends ErasureService>(
  host: Host,
  config: ErasureConfig,
  { owner, owners, ...parts }: ErasureParts<Service>,
): ErasureWork {
  const { service, database } = parts;
  if (owner === undefined) return erasureWork(host, config, { ...parts, owners: owners as ErasureOwners });
  const { erasures, eraseAgain, keeper } = owner;
  const work = erasureWork(host, config, {
    ...parts,
    owners: { ...owners, [service]: erasures.asked(database) } as ErasureOwners,
    onCommand: (tx, command) => erasures.onCommand(tx, command, eraseAgain),
  });
  erasureRoutes(host).add(database, erasures);
  ownerMaintenance(host, config, database, erasures);
  return { ...work, consumers: [erasures.counting(), ...work.consumers], workers: [...work.workers, recordWorker(keeper)] };
}
