import { sql } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import type { Held } from "../../delivery/held.ts";
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
  lists: (rows: readonly Held[]) => ({
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
