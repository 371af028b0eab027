import type { ServiceImpl } from "@connectrpc/connect";
import type { ActivityService, CollaborationService } from "@parley/contracts/activity";
import type { Database } from "@parley/database";
import type { DocumentAccess } from "@parley/document-access";
import type { Quota } from "@parley/runtime";
import type { KeyOptions, WebhookPolicy } from "./changes/write-policy.ts";
import type { StoredUsers } from "./people/stored-users.ts";
import type { Documents } from "./places/documents.ts";

/** The dependencies of handlers. */
export interface Context {
  readonly database: Database;
  readonly access: DocumentAccess;
  readonly documents: Documents;
  readonly keyOptions: KeyOptions;
  readonly webhookPolicy: WebhookPolicy;
  readonly limits: Limits;
  readonly storedUsers: StoredUsers;
}

/** How much of each kind an API key may have. */
export type Quotas = Readonly<Record<"annotations" | "comments" | "reactions" | "recordings" | "activities", Quota>>;

export interface Limits extends Quotas {
  /** Longest metadata of one annotation or comment, as JSON text in UTF-8. */
  readonly metadataBytes: number;
  /** Most comments of one annotation. */
  readonly threadComments: number;
  /** Most bytes of one annotation's comments and reactions: a thread is always read as a whole. */
  readonly threadBytes: number;
  /** Most rows that one page examines. */
  readonly scannedRows: number;
}

type Administration = ServiceImpl<typeof ActivityService>;
type Collaboration = ServiceImpl<typeof CollaborationService>;

/** A handler of the administration: acts for the customer's server. */
export type Handler<Method extends keyof Administration> = Administration[Method];

/** A handler of the data plane: acts for a user. */
export type CollaborationHandler<Method extends keyof Collaboration> = Collaboration[Method];
