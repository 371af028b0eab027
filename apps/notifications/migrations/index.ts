import type { Migration } from "@parley/database";
import { initial } from "./0001-initial.ts";
import { messaging } from "./0002-messaging.ts";
import { erasure } from "./0003-erasure.ts";
import { webhooks } from "./0004-webhooks.ts";
import { removalsOutliveTheBus } from "./0005-removals-outlive-the-bus.ts";
import { emails } from "./0006-emails.ts";
import { eventTime } from "./0007-event-time.ts";

/** In the order of application. */
export const migrations: readonly Migration[] = [initial, messaging, erasure, webhooks, removalsOutliveTheBus, emails, eventTime];
