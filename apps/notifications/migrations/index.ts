import type { Migration } from "@parley/database";
import { initial } from "./0001-initial.ts";
import { messaging } from "./0002-messaging.ts";

/** In the order of application. */
export const migrations: readonly Migration[] = [initial, messaging];
