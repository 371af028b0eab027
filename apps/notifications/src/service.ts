import type { ServiceImpl } from "@connectrpc/connect";
import type { EmailsService, InboxService, NotificationsService, WebhooksService } from "@parley/contracts/notifications";
import { getNotificationConfig } from "./config/read-configs.ts";
import { setNotificationConfig } from "./config/set-notification-config.ts";
import type { Context, EmailContext, WebhookContext } from "./context.ts";
import { getEmails } from "./emails/log/get-emails.ts";
import { retryEmails } from "./emails/log/retry-emails.ts";
import { sendTestEmail } from "./emails/log/send-test-email.ts";
import { deleteEmailSuppressions, getEmailSuppressions } from "./emails/suppressions/email-suppressions.ts";
import { readUnsubscribeLink, unsubscribe } from "./emails/unsubscribe/unsubscribe.ts";
import { countRemoval, refuseUserTokens } from "./erasure/removals.ts";
import { listUnreadThreads } from "./inbox/list-unread-threads.ts";
import { findInboxDocuments, markRead, markUnread } from "./inbox/mark-for-user.ts";
import { readInbox } from "./inbox/read-inbox-page.ts";
import { addNotification } from "./notifications/add-notification.ts";
import { deleteNotifications } from "./notifications/delete-notifications.ts";
import { getNotifications } from "./notifications/get-notifications.ts";
import { listUserNotifications } from "./notifications/list-user-notifications.ts";
import { updateNotifications } from "./notifications/update-notifications.ts";
import { getWebhookEndpoints } from "./webhooks/endpoints/get-webhook-endpoints.ts";
import { getWebhookDeliveries } from "./webhooks/log/get-webhook-deliveries.ts";
import { retryWebhookDeliveries } from "./webhooks/log/retry-webhook-deliveries.ts";
import { getWebhookRecovery, startWebhookRecovery } from "./webhooks/log/start-webhook-recovery.ts";
import { sendTestWebhook } from "./webhooks/testing/send-test-webhook.ts";

/** The RPCs of all four services; a missing handler does not compile. */
export function notificationsHandlers(context: Context): ServiceImpl<typeof NotificationsService> {
  return {
    countRemoval: countRemoval(context),
    refuseUserTokens: refuseUserTokens(context),
    addNotification: addNotification(context),
    getNotifications: getNotifications(context),
    updateNotifications: updateNotifications(context),
    deleteNotifications: deleteNotifications(context),
    getNotificationConfig: getNotificationConfig(context),
    setNotificationConfig: setNotificationConfig(context),
    listUserNotifications: listUserNotifications(context),
    listUnreadThreads: listUnreadThreads(context),
  };
}

export function inboxHandlers(context: Context): ServiceImpl<typeof InboxService> {
  return {
    readInbox: readInbox(context),
    findInboxDocuments: findInboxDocuments(context),
    markRead: markRead(context),
    markUnread: markUnread(context),
  };
}

export function webhooksHandlers(context: WebhookContext): ServiceImpl<typeof WebhooksService> {
  return {
    getWebhookDeliveries: getWebhookDeliveries(context),
    retryWebhookDeliveries: retryWebhookDeliveries(context),
    startWebhookRecovery: startWebhookRecovery(context),
    getWebhookRecovery: getWebhookRecovery(context),
    getWebhookEndpoints: getWebhookEndpoints(context),
    sendTestWebhook: sendTestWebhook(context),
  };
}

export function emailsHandlers(context: EmailContext): ServiceImpl<typeof EmailsService> {
  return {
    getEmails: getEmails(context),
    retryEmails: retryEmails(context),
    getEmailSuppressions: getEmailSuppressions(context),
    deleteEmailSuppressions: deleteEmailSuppressions(context),
    sendTestEmail: sendTestEmail(context),
    readUnsubscribeLink: readUnsubscribeLink(context),
    unsubscribe: unsubscribe(context),
  };
}
