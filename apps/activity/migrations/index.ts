import type { Migration } from "@parley/database";
import { initial } from "./0001-initial.ts";
import { messaging } from "./0002-messaging.ts";
import { erasure } from "./0003-erasure.ts";
import { assignedAt } from "./0004-assigned-at.ts";
import { removalsOutliveTheBus } from "./0005-removals-outlive-the-bus.ts";
import { hostedNames } from "./0006-names-of-the-hosted-product.ts";

/** In the order of application. */
export const migrations: readonly Migration[] = [initial, messaging, erasure, assignedAt, removalsOutliveTheBus, hostedNames];
