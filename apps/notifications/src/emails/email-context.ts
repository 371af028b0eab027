import type { ServiceImpl } from "@connectrpc/connect";
import type { EmailsService } from "@parley/contracts/notifications";
import type { Database } from "@parley/database";
import type { PlaceNames } from "../webhooks/bodies/place-names.ts";
import type { EmailConfigs } from "./email-configs.ts";
import type { Providers } from "./providers/providers.ts";
import type { UnsubscribeLinks } from "./unsubscribe/unsubscribe-links.ts";

/** What a handler of EmailsService may touch. */
export interface EmailContext {
  readonly database: Database;
  readonly configs: EmailConfigs;
  readonly providers: Providers;
  readonly links: UnsubscribeLinks;
  readonly names: PlaceNames;
  /** The installation's address, for keys that have none of their own. */
  readonly defaultFrom: string;
  /** Told when there may be something to send. */
  readonly onEmails: () => void;
}

type Implementation = ServiceImpl<typeof EmailsService>;

export type EmailHandler<Method extends keyof Implementation> = Implementation[Method];
