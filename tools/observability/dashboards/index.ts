import type { Dashboard } from "../grafana.ts";
import { ai } from "./ai.ts";
import { overview } from "./overview.ts";
import { removals } from "./removals.ts";
import { service } from "./service.ts";
import { webhooksAndMails } from "./webhooks-and-mails.ts";

export const dashboards: readonly Dashboard[] = [overview, service, webhooksAndMails, removals, ai];
