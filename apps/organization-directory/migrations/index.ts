import { migrationsIn } from "@parley/database";

export const migrations = migrationsIn(import.meta.dirname);
