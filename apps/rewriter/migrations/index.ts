import type { Migration } from "@parley/database";
import { initial } from "./0001-initial.ts";
import { removalsOutliveTheBus } from "./0002-removals-outlive-the-bus.ts";
import { usageOfWorkspaces } from "./0003-usage-of-workspaces.ts";

export const migrations: readonly Migration[] = [initial, removalsOutliveTheBus, usageOfWorkspaces];
