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

  /** Start threads in a document. */
  addThreads(data: types.MeAddThreadsRequest, options?: CallOptions): Promise<Batch<types.MeAddThreadsAnswerEntry>> {
    return this.#client.batch(calls.meAddThreads, data, options);
  }

  /** Get the threads of a document. */
  getThreads(data: types.MeGetThreadsRequest, options?: CallOptions): Pages<readonly types.CommentAnnotation[], types.CommentAnnotation> {
    return this.#client.pages(calls.meGetThreads, data, options);
  }

  /** Change threads. */
  updateThreads(data: types.MeUpdateThreadsRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.meUpdateThreads, data, options);
  }

  /** Add comments as the user. */
  addComments(data: types.MeAddCommentsRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.meAddComments, data, options);
  }

  /** Change the user's comments. */
  updateComments(data: types.MeUpdateCommentsRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.meUpdateComments, data, options);
  }

  /** Add the user's reactions to a comment. */
  addReactions(data: types.MeAddReactionsRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.meAddReactions, data, options);
  }

  /** Delete the user's reactions to a comment. */
  deleteReactions(data: types.MeDeleteReactionsRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.meDeleteReactions, data, options);
  }

  /** Delete the user's comments. */
  deleteComments(data: types.MeDeleteCommentsRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.meDeleteComments, data, options);
  }

  /** Delete the user's threads. */
  deleteThreads(data: types.MeDeleteThreadsRequest, options?: CallOptions): Promise<Batch<types.BatchEntryWithId>> {
    return this.#client.batch(calls.meDeleteThreads, data, options);
  }

  /** Count threads, in total and for the user. */
  getCounts(data: types.MeGetCountsRequest, options?: CallOptions): Promise<{ readonly [key: string]: types.DocumentCounts }> {
    return this.#client.value(calls.meGetCounts, data, options);
  }

  /** List the user's inbox, newest first. */
  getInbox(data: types.MeGetInboxRequest, options?: CallOptions): Pages<readonly types.InboxEntry[], types.InboxEntry> {
    return this.#client.pages(calls.meGetInbox, data, options);
  }

  /** Mark notifications of the user as read. */
  markInboxRead(data: types.MeMarkInboxReadRequest, options?: CallOptions): Promise<Batch<types.BatchEntry>> {
    return this.#client.batch(calls.meMarkInboxRead, data, options);
  }

  /** Mark notifications of the user as unread. */
  markInboxUnread(data: types.MeMarkInboxUnreadRequest, options?: CallOptions): Promise<Batch<types.BatchEntry>> {
    return this.#client.batch(calls.meMarkInboxUnread, data, options);
  }

  /** Get the user's notification config. */
  getNotificationConfig(data: types.MeGetNotificationConfigRequest, options?: CallOptions): Promise<readonly types.MeGetNotificationConfigItem[]> {
    return this.#client.value(calls.meGetNotificationConfig, data, options);
  }

  /** Set the user's notification config. */
  setNotificationConfig(data: types.MeSetNotificationConfigRequest, options?: CallOptions): Promise<readonly types.MeSetNotificationConfigItem[]> {
    return this.#client.value(calls.meSetNotificationConfig, data, options);
  }
}
