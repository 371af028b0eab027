import { sql } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import type { Claimed } from "../../delivery/claimed.ts";
import { ownedQueue } from "../../delivery/owned-queue.store.ts";
import { emailQueue } from "../config/tables.ts";

const { apiKeyId, emailId } = emailQueue;

/** The queue of mails, owned by API key; the delivery is the mail. */
export const queue = ownedQueue({
  kind: "email",
  queue: emailQueue,
  key: [apiKeyId, emailId],
  apiKeyId,
  target: undefined,
  id: emailId,
  parameters: { apiKeyIds: listOf(types.text), emailIds: listOf(types.bigint) },
  lists: (rows: readonly Claimed[]) => ({
    apiKeyIds: rows.map((row) => row.apiKeyId),
    emailIds: rows.map((row) => row.deliveryId),
  }),
  // A composed mail has a bounded number of items with bounded texts.
  bytes: sql`0`,
  columns: {},
  selected: [],
  joined: sql``,
  promotedAtOnce: 1_000,
});
