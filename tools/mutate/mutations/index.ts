import type { Mutation } from "../mutation.ts";
import { credentials } from "./credentials.ts";
import { edge } from "./edge.ts";
import { events } from "./events.ts";
import { removals } from "./removals.ts";
import { strangers } from "./strangers.ts";
import { webhooks } from "./webhooks.ts";

export const mutations: readonly Mutation[] = [...events, ...removals, ...credentials, ...webhooks, ...edge, ...strangers];
