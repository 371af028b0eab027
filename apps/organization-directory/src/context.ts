import type { ServiceImpl } from "@connectrpc/connect";
import type { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import type { Database } from "@parley/database";
import type { Quota } from "@parley/runtime";
import type { LiveTrees } from "./erasure/live-trees.ts";

/** The quotas of an API key. */
export type Quotas = Readonly<Record<"organizations" | "folders" | "documents" | "locations" | "removals", Quota>>;

/** The dependencies of handlers. */
export interface Context {
  readonly database: Database;
  /** The trees below folders whose removal is counted. */
  readonly trees: LiveTrees;
  readonly limits: Quotas & {
    /** Longest metadata of one thing, as JSON text in UTF-8. */
    readonly metadataBytes: number;
    /** Maximum depth of nested folders. */
    readonly folderDepth: number;
  };
}

type Implementation = ServiceImpl<typeof OrganizationDirectoryService>;

export type Handler<Method extends keyof Implementation> = Implementation[Method];
