import type { ListOpenRequest, OpenErasures } from "./owner/list-open.ts";

/** The services that own removals. */
export const ownerNames = ["users", "directory", "workspace"] as const;

/** An owner as it is asked. */
export interface OwnerClient {
  listOpenErasures(request: ListOpenRequest): Promise<OpenErasures>;
}

/** How each owner is asked; undefined for one of which nobody has said where it is. */
export type ErasureOwners = Readonly<Record<(typeof ownerNames)[number], OwnerClient | undefined>>;
