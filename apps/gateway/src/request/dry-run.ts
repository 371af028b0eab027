import { ActivityService } from "@parley/contracts/activity";
import type { CollectionCount } from "@parley/contracts/erasure";
import { NotificationsService } from "@parley/contracts/notifications";
import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { RewriterService } from "@parley/contracts/rewriter";
import { UsersService } from "@parley/contracts/users";
import { WorkspaceService } from "@parley/contracts/workspace";
import type { Host } from "@parley/runtime";
import type { Removal } from "../operations/dry-run.ts";

/** Counts the rows that a removal would remove from each service. */
export type CountRemoval = (removal: Removal) => Promise<object>;

const message = "Nothing was removed; the counts show what would be.";

type Answer = readonly [service: string, answer: { readonly collections: readonly CollectionCount[] }];

/** Asks every service: first the one that knows whether the object exists, then the others at once. */
export function countRemovalOf(host: Pick<Host, "client">): CountRemoval {
  const services = {
    users: host.client(UsersService),
    directory: host.client(OrganizationDirectoryService),
    activity: host.client(ActivityService),
    notifications: host.client(NotificationsService),
    rewriter: host.client(RewriterService),
    workspace: host.client(WorkspaceService),
  };
  return async (removal) => {
    const ask = async (service: keyof typeof services): Promise<Answer> => [service, await services[service].countRemoval(removal)];
    const first = removal.scope.kind === "apiKey" ? "workspace" : "directory";
    const others = (Object.keys(services) as (keyof typeof services)[]).filter((service) => service !== first);
    const answers = [await ask(first), ...(await Promise.all(others.map(ask)))];
    const counts = answers.flatMap(([service, { collections }]) => collections.map((count) => countOf(service, count)));
    return { status: "success", message, data: { counts } };
  };
}

function countOf(service: string, { collection, rows, more }: CollectionCount) {
  return { service, collection, rows: more ? "more" : Number(rows) };
}
