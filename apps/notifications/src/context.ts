import type { Client, ServiceImpl } from "@connectrpc/connect";
import type { EmailsService, InboxService, NotificationsService, WebhooksService } from "@parley/contracts/notifications";
import type { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import type { UsersService } from "@parley/contracts/users";
import type { ConfigsService } from "@parley/contracts/workspace";
import type { Database } from "@parley/database";
import type { DocumentAccess } from "@parley/document-access";
import type { Erasers, ErasureWork } from "@parley/erasure";
import type { NewWork } from "@parley/messaging";
import type { Quota } from "@parley/runtime";
import type { TestTurns } from "./delivery/test-turns.ts";
import type { EmailConfigs } from "./emails/config/email-configs.ts";
import type { Sender } from "./emails/config/sender.ts";
import type { Providers } from "./emails/providers/providers.ts";
import type { UnsubscribeTargets } from "./emails/unsubscribe/unsubscribe-targets.ts";
import type { BodyTexts } from "./webhooks/bodies/body-texts.ts";
import type { PlaceNames } from "./webhooks/bodies/place-names.ts";
import type { StoredUsers } from "./webhooks/bodies/stored-users.ts";
import type { DeliveryConfigs } from "./webhooks/config/delivery-configs.ts";
import type { TestSender } from "./webhooks/testing/test-sender.ts";

/** The quotas of an API key. */
export type Quotas = Readonly<Record<"notifications" | "readMarks" | "configs", Quota>>;

/** The dependencies of the handlers of NotificationsService and InboxService. */
export interface Context {
  readonly database: Database;
  readonly erasers: Erasers<"notifications">;
  readonly limits: Quotas;
  readonly directory: Client<typeof OrganizationDirectoryService>;
  readonly users: Client<typeof UsersService>;
  /** Supplies the names of users for whom a notification has only the id. */
  readonly storedUsers: StoredUsers;
  readonly access: DocumentAccess;
  /** The work that sends a notification by mail; undefined when the API key sends no mails. */
  readonly fanOutOf: (apiKeyId: string) => Promise<((ref: number) => NewWork) | undefined>;
  /** Called when the remaining rows of a deleted notification could not be removed. */
  readonly onSweepFailure: (error: unknown) => void;
}

export type Handler<Method extends keyof ServiceImpl<typeof NotificationsService>> = ServiceImpl<typeof NotificationsService>[Method];
export type InboxHandler<Method extends keyof ServiceImpl<typeof InboxService>> = ServiceImpl<typeof InboxService>[Method];

/** The dependencies of the consumers that put comments into inboxes. */
export interface EntriesContext {
  readonly database: Database;
  readonly users: Client<typeof UsersService>;
  readonly quota: Quota;
  readonly isErased: ErasureWork["isErased"];
}

/** The dependencies of the handlers of WebhooksService. */
export interface WebhookContext {
  readonly database: Database;
  readonly workspaceConfigs: Client<typeof ConfigsService>;
  readonly configs: DeliveryConfigs;
  readonly texts: BodyTexts;
  readonly testSender: TestSender;
  /** Called when there may be deliveries to send. */
  readonly onDeliveries: () => void;
}

export type WebhookHandler<Method extends keyof ServiceImpl<typeof WebhooksService>> = ServiceImpl<typeof WebhooksService>[Method];

/** The dependencies of the handlers of EmailsService. */
export interface EmailContext {
  readonly database: Database;
  readonly configs: EmailConfigs;
  readonly providers: Providers;
  readonly targets: UnsubscribeTargets;
  readonly names: PlaceNames;
  /** The installation's sender, for keys without their own. */
  readonly defaultFrom: Sender;
  readonly testTurns: TestTurns;
  /** Called when there may be mails to send. */
  readonly onEmails: () => void;
}

export type EmailHandler<Method extends keyof ServiceImpl<typeof EmailsService>> = ServiceImpl<typeof EmailsService>[Method];
