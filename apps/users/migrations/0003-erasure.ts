import type { Migration } from "@parley/database";
import { erasureOwnerTables, erasureServiceTables } from "@parley/erasure";

export const erasure: Migration = { name: "0003_erasure", sql: `${erasureServiceTables} ${erasureOwnerTables}` };
