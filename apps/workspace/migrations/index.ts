import type { Migration } from "@parley/database";
import { initial } from "./0001-initial.ts";
import { messaging } from "./0002-messaging.ts";

export const migrations: readonly Migration[] = [initial, messaging];
