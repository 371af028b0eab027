import { id, int8 } from "@parley/database/schema";
import { pgSchema, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";

const schema = pgSchema("activity");

/** The starts of the database server. */
export const feedEpochs = schema.table(
  "feed_epochs",
  {
    epoch: int8("epoch").notNull(),
    /** Part of every cursor. A restored copy lacks the tags of later epochs. */
    tag: id("tag").notNull(),
    serverStartedUs: int8("server_started_us").notNull(),
    /** The earliest position that the epoch can assign. */
    firstPosition: int8("first_position").notNull(),
    shift: int8("shift").notNull(),
  },
  (t) => [primaryKey({ columns: [t.epoch] }), uniqueIndex("feed_epochs_by_server_start").on(t.serverStartedUs)],
);
