import { setImmediate as turn } from "node:timers/promises";
import type { Client } from "@connectrpc/connect";
import type { EmailDropReason } from "@parley/contracts/notifications";
import type { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import type { UsersService } from "@parley/contracts/users";
import type { Database } from "@parley/database";
import { isMailbox } from "@parley/kernel";
import { failpoint } from "@parley/messaging";
import { selectContactLevels } from "../../config/contact-levels.store.ts";
import type { Level } from "../../config/levels.ts";
import type { Prepared } from "../../delivery/channel.ts";
import type { Claimed, Wait } from "../../delivery/claimed.ts";
import { noNames, type PlaceNames, placeKey } from "../../webhooks/bodies/place-names.ts";
import { StoredUsers } from "../../webhooks/bodies/stored-users.ts";
import { composeMail } from "../compose/compose-mail.ts";
import type { EmailConfig, EmailConfigs } from "../config/email-configs.ts";
import type { Sender } from "../config/sender.ts";
import type { Providers } from "../providers/providers.ts";
import { closeEmails, type DueEmail, selectOverfull } from "../queue/due-emails.store.ts";
import { type ItemRow, itemsPerEmail, selectItems } from "../queue/email-items-of.store.ts";
import type { EmailOutcome } from "../queue/email-outcomes.store.ts";
import { dropped, type Mail } from "../queue/mail-outcome.ts";
import { selectSuppressed } from "../suppressions/suppressions.store.ts";
import type { UnsubscribeLinks } from "../unsubscribe/unsubscribe-links.ts";
import { accessOf, recipientsOf } from "./recipients.ts";
import { type Recipient, wantedItems } from "./wanted-items.ts";

interface PreparerOptions {
  readonly database: Database;
  readonly configs: EmailConfigs;
  readonly directory: Client<typeof OrganizationDirectoryService>;
  readonly users: Client<typeof UsersService>;
  readonly names: PlaceNames;
  readonly providers: Providers;
  readonly links: UnsubscribeLinks;
  readonly defaultFrom: Sender;
  readonly recipientHourly: number;
}

// Composing a mail takes some tenths of a millisecond; other work gets a turn after this many.
const composedAtOnce = 16;
const unknownDelayMs = 5_000;
const hourMs = 3_600_000;
const overfullDelayMs = 300_000;

/** The data for the mails of one batch. */
interface Knowledge {
  readonly configs: ReadonlyMap<string, EmailConfig | "none" | "unknown">;
  readonly access: ReadonlyMap<number, "open" | "disabled" | "missing">;
  readonly recipients: ReadonlyMap<number, Recipient>;
  readonly levels: ReadonlyMap<string, Level>;
  readonly items: ReadonlyMap<number, readonly ItemRow[]>;
  readonly suppressed: ReadonlySet<string>;
  readonly overfull: ReadonlySet<number>;
  readonly names: Awaited<ReturnType<PlaceNames["of"]>>;
}

/**
 * Decides for batches of due mails whether they are still wanted, which items they have and to which address they go, and composes them.
 */
export class Preparer {
  readonly #options: PreparerOptions;
  readonly #storedUsers: StoredUsers;

  constructor(options: PreparerOptions) {
    this.#options = options;
    this.#storedUsers = new StoredUsers(options.users);
  }

  /** Mails in none of the lists no longer exist, or another process owns them. */
  async prepare(rows: readonly Claimed[]): Promise<Prepared<Claimed, Mail, EmailOutcome>> {
    const ready: Mail[] = [];
    const waiting: Wait<Claimed>[] = [];
    const outcomes: EmailOutcome[] = [];
    const mails = await closeEmails(this.#options.database, rows);
    failpoint("email.after-close");
    if (mails.length === 0) return { ready, waiting, outcomes };
    const known = await this.#know(mails);
    const byId = new Map(mails.map((mail) => [mail.emailId, mail]));
    for (const [index, row] of rows.entries()) {
      if (index % composedAtOnce === composedAtOnce - 1) await turn();
      const mail = byId.get(row.deliveryId);
      if (mail === undefined) continue;
      const decided = this.#decide(mail, known);
      if (decided.what === "wait") waiting.push({ row, delayMs: decided.delayMs });
      else if (decided.what === "drop") outcomes.push(dropped(row, mail.userId, decided.reason));
      else ready.push({ ...row, userId: mail.userId, outgoing: decided.outgoing, by: decided.by });
    }
    return { ready, waiting, outcomes };
  }

  async #know(mails: readonly DueEmail[]): Promise<Knowledge> {
    const { database, configs, directory, users, names, recipientHourly } = this.#options;
    const keys = [...new Set(mails.map(({ apiKeyId }) => apiKeyId))];
    const [configList, access, recipients, levelRows, itemRows, overfull, placeNames] = await Promise.all([
      Promise.all(keys.map((apiKeyId) => configs.of(apiKeyId))),
      accessOf(directory, mails),
      recipientsOf(users, mails),
      selectContactLevels(database, mails),
      selectItems(database, mails),
      selectOverfull(database, mails, Date.now() - hourMs, recipientHourly),
      names.of(mails),
    ]);
    const addresses = mails.flatMap(({ apiKeyId, emailId }) => {
      const address = recipients.get(emailId)?.email ?? "";
      return address === "" ? [] : [{ apiKeyId, address }];
    });
    return {
      access,
      recipients,
      overfull,
      names: placeNames,
      configs: new Map(keys.map((key, index) => [key, configList[index] ?? "unknown"])),
      levels: new Map(levelRows.flatMap((row) => (row.email === null ? [] : [[levelKey(row, row.documentId), row.email] as const]))),
      items: Map.groupBy(await namedItems(this.#storedUsers, itemRows), ({ emailId }) => emailId),
      suppressed: await selectSuppressed(database, addresses),
    };
  }

  #decide(mail: DueEmail, known: Knowledge) {
    const { apiKeyId, emailId, documentId } = mail;
    const config = known.configs.get(apiKeyId) ?? "unknown";
    const access = known.access.get(emailId);
    const recipient = known.recipients.get(emailId);
    if (config === "none" || (config !== "unknown" && !config.isOn)) return drop("switched_off");
    if (config === "unknown" || access === undefined || recipient === undefined) return wait(unknownDelayMs);
    const level = known.levels.get(levelKey(mail, documentId)) ?? known.levels.get(levelKey(mail, "")) ?? "ALL";
    const items = known.items.get(emailId) ?? [];
    const wanted = wantedItems(items, { access, level }, recipient);
    if (typeof wanted === "string") return drop(wanted);
    if (!isMailbox(recipient.email)) return drop("no_address");
    if (known.suppressed.has(`${apiKeyId} ${recipient.email.toLowerCase()}`)) return drop("suppressed");
    if (known.overfull.has(emailId)) return wait(overfullDelayMs);
    const by = this.#options.providers.of(apiKeyId, config);
    if (by === undefined) return drop("no_provider");
    return { what: "send", by, outgoing: this.#compose(mail, config, recipient, wanted, known) } as const;
  }

  #compose(
    mail: DueEmail,
    config: EmailConfig,
    recipient: Recipient,
    items: Exclude<ReturnType<typeof wantedItems>, string>,
    known: Knowledge,
  ) {
    const { links, defaultFrom } = this.#options;
    const names = known.names.get(placeKey(mail)) ?? noNames;
    return composeMail({
      mail,
      config,
      items,
      defaultFrom,
      to: { address: recipient.email, name: recipient.name },
      organizationName: names.organizationName ?? "",
      documentName: names.documentName ?? "",
      more: Math.max(0, mail.itemCount - itemsPerEmail),
      unsubscribeUrl: links.urlOf({ ...mail, mailedAtMs: mail.createdAtMs }),
    });
  }
}

function levelKey(
  { apiKeyId, organizationId, userId }: Pick<DueEmail, "apiKeyId" | "organizationId" | "userId">,
  documentId: string,
): string {
  return [apiKeyId, organizationId, userId, documentId].join("\0");
}

const drop = (reason: EmailDropReason) => ({ what: "drop", reason }) as const;
const wait = (delayMs: number) => ({ what: "wait", delayMs }) as const;

/** Adds the stored name of the acting user to items whose events had only the id. While names are unavailable, items stay as they are. */
async function namedItems(storedUsers: StoredUsers, items: readonly ItemRow[]): Promise<readonly ItemRow[]> {
  const bare = items.filter(({ kind, actorId, actorName }) => kind !== "notification" && actorId !== "" && actorName === "");
  if (bare.length === 0) return items;
  const ofKeys = [...Map.groupBy(bare, ({ apiKeyId }) => apiKeyId)];
  const profiles = await storedUsers.of(
    new Map(ofKeys.map(([apiKeyId, ofKey]) => [apiKeyId, new Set(ofKey.map(({ actorId }) => actorId))])),
  );
  return items.map((item) => {
    const name = profiles.get(item.apiKeyId)?.get(item.actorId)?.name;
    return item.actorName === "" && typeof name === "string" ? { ...item, actorName: name } : item;
  });
}
