import type { Spread } from "@parley/database";

/**
 * What grows with the customers' users is spread, and is read and written by key alone. Queues, and what joins them, serve all keys at once by the order of an
 * index; configs, mails and deliveries are joined with them.
 */
export const spread: Spread = { schema: "notifications", tables: ["notifications", "recipients", "read_marks"] };
