import type { Migration } from "@parley/database";
import { initial } from "./0001-initial.ts";
import { messaging } from "./0002-messaging.ts";
import { webhookSecrets } from "./0004-webhook-secrets.ts";
import { forgottenAnswers } from "./0005-forgotten-answers.ts";
import { removalsOutliveTheBus } from "./0006-removals-outlive-the-bus.ts";
import { linkTemplate } from "./0007-link-template.ts";
import { workspaceOwner } from "./0008-workspace-owner.ts";
import { revocableCredentials } from "./0009-revocable-credentials.ts";
import { dailyTokenBudget } from "./0010-daily-token-budget.ts";

export const migrations: readonly Migration[] = [
  initial,
  messaging,
  webhookSecrets,
  forgottenAnswers,
  removalsOutliveTheBus,
  linkTemplate,
  workspaceOwner,
  revocableCredentials,
  dailyTokenBudget,
];
