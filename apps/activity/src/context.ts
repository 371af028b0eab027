import type { ServiceImpl } from "@connectrpc/connect";
import type { ActivityService, CollaborationService } from "@parley/contracts/activity";
import type { Database } from "@parley/database";
import type { DocumentAccess } from "@parley/document-access";
import type { Erasers } from "@parley/erasure";
import type { SingleFlight } from "@parley/kernel";
import type { UsageMeter } from "@parley/messaging";
import type { Quota } from "@parley/runtime";
import type { KeyOptions, TriggerPolicy } from "./changes/write-policy.ts";
import type { FeedPage } from "./feed/change.ts";
import type { FeedWatch } from "./feed/feed-watch.ts";
import type { StoredUsers } from "./people/stored-users.ts";
import type { Documents } from "./places/documents.ts";
import type { UnreadThreads } from "./threads/unread-threads.ts";

type Implementation = ServiceImpl<typeof ActivityService>;
type UserImplementation = ServiceImpl<typeof CollaborationService>;

/** A handler of an RPC that acts for the customer's server. */
export type Handler<Method extends keyof Implementation> = Implementation[Method];

/** A handler of an RPC that acts for a user. */
export type UserHandler<Method extends keyof UserImplementation> = UserImplementation[Method];

/** Dependencies of the handlers. */
export interface Context {
  readonly database: Database;
  readonly erasers: Erasers<"activity">;
  readonly access: DocumentAccess;
  readonly documents: Documents;
  readonly keyOptions: KeyOptions;
  readonly triggerPolicy: TriggerPolicy;
  readonly limits: Limits;
  /** Receives the usage of API keys. */
  readonly usage: Pick<UsageMeter, "count">;
  readonly storedUsers: StoredUsers;
  readonly unreadThreads: UnreadThreads;
  readonly feed: FeedWatch;
  /** Pages shared between streams: streams at the same place request the same page at the same time when there is a change. */
  readonly feedPages: SingleFlight<FeedPage>;
}

/** The quota of an API key for each kind of data. */
export type Quotas = Readonly<Record<"annotations" | "comments" | "reactions" | "recordings" | "activities", Quota>>;

export interface Limits extends Quotas {
  /** Maximum size of the metadata of one annotation or comment, as JSON text in UTF-8. */
  readonly metadataBytes: number;
  /** Maximum number of comments of an annotation. */
  readonly threadComments: number;
  /** Maximum size of the comments and reactions of an annotation; a thread is always read as a whole. */
  readonly threadBytes: number;
  /** Maximum number of rows that one page scans. */
  readonly scannedRows: number;
  /** Interval of bookmarks in a stream without changes, in ms. */
  readonly bookmarkMs: number;
}
