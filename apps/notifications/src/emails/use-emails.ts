import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { UsersService } from "@parley/contracts/users";
import { ConfigsService } from "@parley/contracts/workspace";
import type { Database } from "@parley/database";
import { EgressRules } from "@parley/egress";
import { type ErasureWork, removeOldOfKeys } from "@parley/erasure";
import { notificationsKeyOf } from "@parley/kernel";
import { type Consumer, type NewWork, removeOld, type UsageMeter, type Worker } from "@parley/messaging";
import { derivedKeysOf, type Host } from "@parley/runtime";
import type { EmailContext } from "../context.ts";
import { TestTurns } from "../delivery/test-turns.ts";
import { PlaceNames } from "../webhooks/bodies/place-names.ts";
import { dnsResolveHost, EgressGuard } from "../webhooks/guard/egress-guard.ts";
import { EmailConfigs } from "./config/email-configs.ts";
import type { EmailConfigSettings } from "./config/settings.ts";
import { emailQueue } from "./email-queue.ts";
import { checkOwnServer } from "./providers/check-own-server.ts";
import { Providers } from "./providers/providers.ts";
import { removeOldEmails, removeOldEmailsOfKeys } from "./queue/email-retention.store.ts";
import { onEmailTrigger } from "./queue/on-email-trigger.ts";
import { fanOutWork, fanOutWorker } from "./recipients/fan-out-worker.ts";
import { Preparer } from "./recipients/preparer.ts";
import { UnsubscribeLinks } from "./unsubscribe/unsubscribe-links.ts";
import { UnsubscribeTargets } from "./unsubscribe/unsubscribe-targets.ts";

const removalRestMs = 60_000;

interface Emails {
  readonly context: EmailContext;
  readonly consumer: Consumer;
  readonly worker: Worker;
  /** The work that sends a notification by mail; undefined when the API key sends no mails. */
  readonly fanOutOf: (apiKeyId: string) => Promise<((ref: number) => NewWork) | undefined>;
  /** To be called when the configuration of an API key has changed. */
  readonly invalidate: (apiKeyId: string) => void;
}

interface Kept extends Pick<ErasureWork, "isErased"> {
  readonly database: Database;
  /** Counts the mails that providers have accepted. */
  readonly usage: Pick<UsageMeter, "count">;
}

/** Sends mails from this process from now on. The returned handlers, consumers and workers must be registered. */
export function useEmails(host: Host, settings: EmailConfigSettings, { database, usage, isErased }: Kept): Emails {
  const { log, metrics } = host;
  const users = host.client(UsersService);
  const directory = host.client(OrganizationDirectoryService);
  const configs = new EmailConfigs(host.client(ConfigsService));
  const providers = new Providers(
    settings,
    new EgressGuard(new EgressRules({ networks: settings.egressAllow, ports: settings.egressSmtpPorts }), dnsResolveHost(), "Mails"),
  );
  const links = new UnsubscribeLinks(derivedKeysOf(settings, notificationsKeyOf), settings.publicUrl);
  const names = new PlaceNames(directory);
  const preparer = new Preparer({
    database,
    configs,
    directory,
    users,
    providers,
    links,
    names,
    defaultFrom: settings.emailFrom,
    recipientHourly: settings.emailRecipientHourly,
  });
  const queue = emailQueue({ database, usage, preparer, settings, log, metrics });
  removeOld(host, "mails", removalRestMs, (limit) => removeOldEmails(database, settings.emailRetentionDays * 86_400_000, limit));
  removeOldOfKeys(host, {
    what: "mails",
    daysOf: ({ mailsDays }) => mailsDays,
    remove: (keys, limit) => removeOldEmailsOfKeys(database, keys, limit),
  });
  checkOwnServer(host, providers);
  host.onStart(async () => {
    if (settings.publicUrl === undefined) log.warn({}, "Mails have no unsubscribe link, because PARLEY_PUBLIC_URL is not set.");
    queue.start();
  });
  host.onStop(async () => {
    await queue.stop();
    await providers.close();
  });
  const quiet = { quietMs: settings.emailQuietMs, maxQuietMs: settings.emailQuietMaxMs };
  return {
    context: {
      database,
      configs,
      providers,
      targets: new UnsubscribeTargets({ links, database, configs, directory, users, isErased }),
      names,
      onEmails: () => queue.wake(),
      defaultFrom: settings.emailFrom,
      testTurns: new TestTurns("test mails"),
    },
    consumer: onEmailTrigger({ configs, ...quiet }),
    worker: fanOutWorker({ database, configs, users, ...quiet }),
    fanOutOf: async (apiKeyId) => {
      const config = await configs.of(apiKeyId);
      // While the configuration is unavailable, the fan-out checks it again later.
      return config === "none" || (config !== "unknown" && !config.isOn) ? undefined : (ref) => fanOutWork.begin(apiKeyId, ref);
    },
    invalidate: (apiKeyId) => configs.invalidate(apiKeyId),
  };
}
