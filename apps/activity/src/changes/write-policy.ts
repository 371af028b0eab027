import type { Client } from "@connectrpc/connect";
import {
  type ConfigsService,
  type GetWebhookConfigResponse,
  isWebhookTrigger,
  type WebhookTrigger,
  webhookTriggers,
} from "@parley/contracts/workspace";
import type { Database, Db } from "@parley/database";
import { propagate } from "@parley/rpc";
import { type Quota, RevalidatingCache } from "@parley/runtime";
import type { NotifiedChange, ThreadTrigger } from "./thread-change.ts";

/** Settings of an API key that apply to every write to its threads. */
export interface WritePolicy extends Options {
  /** The changes that webhooks and mails are notified of. */
  readonly triggers: ReadonlySet<NotifiedChange>;
  /** The changes that inboxes are notified of, and those that change or remove what is in inboxes and pending mails. */
  readonly ownTriggers: ReadonlySet<ThreadTrigger>;
}

interface Options {
  /** Whether new log records are immutable. */
  readonly immutable: boolean;
  /** Whether comments create inbox entries. */
  readonly notifiesInboxes: boolean;
  /** Whether comments are indexed for search. */
  readonly isSearched: boolean;
  /** The changes that inboxes are notified of. */
  readonly inboxTriggers: ReadonlySet<ThreadTrigger>;
}

interface Policies {
  readonly keyOptions: KeyOptions;
  readonly triggerPolicy: TriggerPolicy;
  readonly limits: { readonly activities: Quota };
}

/**
 * The policy of a write that adds the given number of records to the log. The number is 0 for a deletion, which the log's quota never
 * refuses. Fails with `not_found` when the API key does not exist, with `unavailable` when its options cannot be loaded, and with
 * `resource_exhausted` when its log is full.
 */
export async function writePolicyOf(
  { keyOptions, triggerPolicy, limits }: Policies,
  apiKeyId: string,
  records: number,
): Promise<WritePolicy> {
  const [options, { triggers, changesMails }] = await Promise.all([keyOptions.of(apiKeyId), triggerPolicy.wanted(apiKeyId)]);
  await limits.activities.requireRoom(apiKeyId, records);
  const ownTriggers = changesMails ? new Set([...options.inboxTriggers, ...entriesFollow]) : options.inboxTriggers;
  return { ...options, triggers, ownTriggers };
}

/**
 * Runs a write that consists of one statement. It uses a transaction only when the change is also published, because publishing adds
 * statements.
 */
export function write<Result>(
  { database }: { readonly database: Database },
  { triggers, ownTriggers }: WritePolicy,
  notified: readonly WebhookTrigger[],
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  return notified.some((trigger) => triggers.has(trigger) || ownTriggers.has(trigger)) ? database.transaction(work) : work(database);
}

type Workspace = Pick<Client<typeof ConfigsService>, "getApiKeyConfig" | "getEmailConfig" | "getWebhookConfig">;

const kept = 20_000;
const optionFreshness = { maxAgeMs: 4_500, revalidateAfterMs: 2_000 };
// Every process applies a change of the configuration within 2 s. The remaining 0.2 s are left for the request itself.
const triggerFreshness = { maxAgeMs: 1_800, revalidateAfterMs: 1_000 };

// Existing entries are kept up to date with their comments after the option is turned off, and so are pending mails.
const entriesFollow: readonly ThreadTrigger[] = [
  "comment.update",
  "comment.delete",
  "comment_annotation.assign",
  "comment_annotation.delete",
  "comment_annotation.update",
];
const none: ReadonlySet<ThreadTrigger> = new Set();
const ofEntries: ReadonlySet<ThreadTrigger> = new Set(entriesFollow);
const ofInboxes: ReadonlySet<ThreadTrigger> = new Set([...entriesFollow, ...(["comment_annotation.add", "comment.add"] as const)]);

/** The options of an API key that every write needs (`/v2/workspace/apikeyconfig/get`), cached for a few seconds. */
export class KeyOptions {
  readonly #workspace: Workspace;
  readonly #options = new RevalidatingCache<Options>({ max: kept, ...optionFreshness });

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  /** Fails with `not_found` when the API key does not exist, and with `unavailable` when its options cannot be loaded. */
  async of(apiKeyId: string): Promise<Options> {
    const options = await this.#options.get(apiKeyId, async () => {
      const { config, hasNotifiedOfComments } = await propagate(["not_found"], () => this.#workspace.getApiKeyConfig({ apiKeyId }));
      const notifiesInboxes = config?.notifyOfComments ?? false;
      const inboxTriggers = notifiesInboxes ? ofInboxes : hasNotifiedOfComments ? ofEntries : none;
      const isSearched = config?.searchEnabled ?? false;
      return { immutable: config?.activityLogImmutable ?? false, notifiesInboxes, isSearched, inboxTriggers };
    });
    return options ?? { immutable: false, notifiesInboxes: false, isSearched: false, inboxTriggers: none };
  }

  /** Removes the options of an API key from the cache after they have changed. */
  invalidate(apiKeyId: string): void {
    this.#options.invalidate(apiKeyId);
  }
}

// The changes that mails are sent for.
const ofEmails: readonly NotifiedChange[] = ["comment_annotation.add", "comment.add", "comment.tag", "comment_annotation.assign"];
const all: WantedChanges = { triggers: new Set([...webhookTriggers, "comment.tag"]), changesMails: true };

/** The changes that an API key's webhooks and mails are notified of. */
interface WantedChanges {
  readonly triggers: ReadonlySet<NotifiedChange>;
  /** Whether there may be pending mails, which change with their threads. */
  readonly changesMails: boolean;
}

/** The triggers that an API key's webhooks and mails are notified of, cached for a few seconds. */
export class TriggerPolicy {
  readonly #workspace: Workspace;
  readonly #wanted = new RevalidatingCache<WantedChanges>({ max: kept, ...triggerFreshness });

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  /**
   * None while webhooks and mails are off. All triggers while the configuration is unavailable: the delivery checks again, whereas an
   * event that was not published is lost.
   */
  async wanted(apiKeyId: string): Promise<WantedChanges> {
    try {
      return (await this.#wanted.get(apiKeyId, () => this.#ask(apiKeyId))) ?? all;
    } catch {
      return all;
    }
  }

  /** Removes the triggers of an API key from the cache after they have changed. */
  invalidate(apiKeyId: string): void {
    this.#wanted.invalidate(apiKeyId);
  }

  async #ask(apiKeyId: string): Promise<WantedChanges> {
    const [webhooks, { useEmailService }] = await Promise.all([
      this.#workspace.getWebhookConfig({ apiKeyId }),
      this.#workspace.getEmailConfig({ apiKeyId }),
    ]);
    const triggers = new Set([...ofWebhooks(webhooks), ...(useEmailService ? ofEmails : [])]);
    return { triggers, changesMails: useEmailService };
  }
}

// The triggers that the endpoints receive: the two URLs of the configuration, and the additional endpoints.
function ofWebhooks(answer: GetWebhookConfigResponse): readonly WebhookTrigger[] {
  const { useWebhookService, webhookServiceConfig: config, endpointEvents } = answer;
  const ofEndpoints = endpointEvents.filter(isWebhookTrigger);
  const goesSomewhere = config?.rawNotificationUrl || config?.processedNotificationUrl;
  if (!useWebhookService || !goesSomewhere) return ofEndpoints;
  const ofUrls = Object.entries(config.triggers).flatMap(([name, isOn]) => (isOn && isWebhookTrigger(name) ? [name] : []));
  return [...ofUrls, ...ofEndpoints];
}
