import type { Database } from "@parley/database";
import type { DocumentAccess } from "@parley/document-access";
import type { Erasers } from "@parley/erasure";
import type { SingleFlight } from "@parley/kernel";
import type { UsageMeter } from "@parley/messaging";
import type { Quota } from "@parley/runtime";
import type { KeyOptions, TriggerPolicy } from "./changes/write-policy.ts";
import type { FeedPage } from "./feed/feed-page.ts";
import type { FeedWatch } from "./feed/feed-watch.ts";
import type { StoredUsers } from "./people/stored-users.ts";
import type { Documents } from "./places/documents.ts";
import type { UnreadThreads } from "./threads/unread-threads.ts";

/** The dependencies of handlers. */
export interface Context {
  readonly database: Database;
  readonly erasers: Erasers<"activity">;
  readonly access: DocumentAccess;
  readonly documents: Documents;
  readonly keyOptions: KeyOptions;
  readonly triggerPolicy: TriggerPolicy;
  readonly limits: Limits;
  /** Hears what API keys use. */
  readonly usage: Pick<UsageMeter, "count">;
  readonly storedUsers: StoredUsers;
  readonly unreadThreads: UnreadThreads;
  readonly feed: FeedWatch;
  /** Pages for streams. Those that wait at the same place ask for the same page at the same moment, when something happens. */
  readonly feedPages: SingleFlight<FeedPage>;
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
  /** How often a stream of changes gets a bookmark while there are none, in ms. */
  readonly bookmarkMs: number;
}
