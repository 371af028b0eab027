import type { Spread } from "@parley/database";

/**
 * Tables that grow with the number of users are distributed over the servers, and are read and written only by API key. Queues, and the
 * tables that they are joined with (configs, mails, deliveries), are not distributed: they serve all keys at once in the order of an index.
 */
export const spread: Spread = { schema: "notifications", tables: ["notifications", "recipients", "read_marks"] };
