import type { Scenario } from "../scenario.ts";
import { comments } from "./comments.ts";
import { documents } from "./documents.ts";
import { emails } from "./emails.ts";
import { erasures } from "./erasures.ts";
import { groups } from "./groups.ts";
import { notifications } from "./notifications.ts";
import { organizations } from "./organizations.ts";
import { reactions } from "./reactions.ts";
import { recordings } from "./recordings.ts";
import { users } from "./users.ts";
import { encryptedWebhooks, webhooks } from "./webhooks.ts";

/** Everything that a storm writes and checks. */
export const scenarios: readonly Scenario[] = [
  organizations,
  documents,
  users,
  groups,
  comments,
  reactions,
  recordings,
  notifications,
  webhooks,
  encryptedWebhooks,
  emails,
  erasures,
];
