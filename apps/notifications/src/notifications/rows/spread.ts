import { type Spread, sql } from "@parley/database";

/**
 * Tables that grow with the number of users are distributed over the servers, and are read and written only by API key. Queues, and the
 * tables that they are joined with (configs, mails, deliveries), are not distributed: they serve all keys at once in the order of an index.
 */
export const spread: Spread = { schema: "notifications", tables: ["notifications", "recipients", "read_marks"] };

/** Of the transactions before a number, the ones before the returned one can be read wherever the rows of these API keys are. */
export const settledBefore = sql`notifications.settled_before`;
