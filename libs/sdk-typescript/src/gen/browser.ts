// Made by `npm run generate` from the list of operations.

import type { Batch } from "../calls/batch.ts";
import type { CallOptions, Client } from "../calls/client.ts";
import type { Pages } from "../calls/pages.ts";
import * as calls from "./calls.ts";
import type * as types from "./types.ts";

/** The operations that a page may call for its user. */
export class Me {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Begin threads in a document with their first comments, all of them the user's. */
  addThreads(data: types.MeAddThreadsRequest, options?: CallOptions): Promise<Batch<types.MeAddThreadsAnswerEntry>> {
    return this.#client.batch(calls.meAddThreads, data, options);
  }

  /** Get the threads of a document with all their comments and reactions. */
  getThreads(data: types.MeGetThreadsRequest, options?: CallOptions): Pages<readonly types.MeGetThreadsItem[], types.MeGetThreadsItem> {
    return this.#client.pages(calls.meGetThreads, data, options);
  }

  /** Change status, priority and assignment of threads, and type, location and metadata of the user's own. */
  updateThreads(data: types.MeUpdateThreadsRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.meUpdateThreads, data, options);
  }

  /** Add comments of the user to a thread. */
  addComments(data: types.MeAddCommentsRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.meAddComments, data, options);
  }

  /** Change comments of the user. */
  updateComments(data: types.MeUpdateCommentsRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.meUpdateComments, data, options);
  }

  /** Add reactions of the user to a comment. */
  addReactions(data: types.MeAddReactionsRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.meAddReactions, data, options);
  }

  /** Take back reactions of the user to a comment. */
  deleteReactions(data: types.MeDeleteReactionsRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.meDeleteReactions, data, options);
  }

  /** Delete comments of the user. */
  deleteComments(data: types.MeDeleteCommentsRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.meDeleteComments, data, options);
  }

  /** Delete threads of the user with their comments and reactions. */
  deleteThreads(data: types.MeDeleteThreadsRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.meDeleteThreads, data, options);
  }

  /** Count the threads of documents, with those that concern the user, for badges. */
  getCounts(data: types.MeGetCountsRequest, options?: CallOptions): Promise<{ readonly [key: string]: types.DocumentCounts }> {
    return this.#client.value(calls.meGetCounts, data, options);
  }

  /** Read the inbox of the user, newest first. */
  getInbox(data: types.MeGetInboxRequest, options?: CallOptions): Pages<readonly types.InboxEntry[], types.InboxEntry> {
    return this.#client.pages(calls.meGetInbox, data, options);
  }

  /** Mark entries of the inbox as read. */
  markInboxRead(data: types.MeMarkInboxReadRequest, options?: CallOptions): Promise<Batch<types.BatchEntry>> {
    return this.#client.batch(calls.meMarkInboxRead, data, options);
  }

  /** Mark entries of the inbox as unread. */
  markInboxUnread(data: types.MeMarkInboxUnreadRequest, options?: CallOptions): Promise<Batch<types.BatchEntry>> {
    return this.#client.batch(calls.meMarkInboxUnread, data, options);
  }

  /** Read which notifications the user gets. */
  getNotificationConfig(data: types.MeGetNotificationConfigRequest, options?: CallOptions): Promise<readonly types.MeGetNotificationConfigItem[]> {
    return this.#client.value(calls.meGetNotificationConfig, data, options);
  }

  /** Set which notifications the user gets. */
  setNotificationConfig(data: types.MeSetNotificationConfigRequest, options?: CallOptions): Promise<readonly types.MeSetNotificationConfigItem[]> {
    return this.#client.value(calls.meSetNotificationConfig, data, options);
  }
}
