import type { Migration } from "@parley/database";
import { initial } from "./0001-initial.ts";
import { messaging } from "./0002-messaging.ts";
import { erasure } from "./0003-erasure.ts";
import { removalsOutliveTheBus } from "./0004-removals-outlive-the-bus.ts";
import { usersOfDocuments } from "./0005-users-of-documents.ts";

/** In the order of application. */
export const migrations: readonly Migration[] = [initial, messaging, erasure, removalsOutliveTheBus, usersOfDocuments];
