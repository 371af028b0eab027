import type { Scenario } from "../scenario.ts";
import { access } from "./access.ts";
import { comments } from "./comments.ts";
import { domains } from "./domains.ts";
import { emails } from "./emails.ts";
import { erasures } from "./erasures.ts";
import { folders } from "./folders.ts";
import { groups } from "./groups.ts";
import { namedScenarios } from "./named-things.ts";
import { notifications } from "./notifications.ts";
import { organizations } from "./organizations.ts";
import { places } from "./places.ts";
import { reactions } from "./reactions.ts";
import { recordings } from "./recordings.ts";
import { searched } from "./search.ts";
import { encryptedWebhooks, webhooks } from "./webhooks.ts";

/** All scenarios of a storm. */
export const scenarios: readonly Scenario[] = [
  organizations,
  domains,
  ...namedScenarios,
  folders,
  access,
  places,
  groups,
  comments,
  searched,
  reactions,
  recordings,
  notifications,
  webhooks,
  encryptedWebhooks,
  emails,
  erasures,
];
