import { id, int8 } from "@parley/database/schema";
import { pgSchema, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";

const schema = pgSchema("activity");

/** Each start of the database server. */
export const feedEpochs = schema.table(
  "feed_epochs",
  {
    epoch: int8("epoch").notNull(),
    /** Cursors bear it. A restored copy does not have those of later epochs. */
    tag: id("tag").notNull(),
    serverStartedUs: int8("server_started_us").notNull(),
    /** The earliest that the epoch can give. */
    firstPosition: int8("first_position").notNull(),
    shift: int8("shift").notNull(),
  },
  (t) => [primaryKey({ columns: [t.epoch] }), uniqueIndex("feed_epochs_by_server_start").on(t.serverStartedUs)],
);
