import type { ServiceImpl } from "@connectrpc/connect";
import type { WebhooksService } from "@parley/contracts/notifications";
import type { Database } from "@parley/database";
import type { BodyCompleter } from "./bodies/body-completer.ts";
import type { DeliveryConfigs } from "./delivery-configs.ts";
import type { TestSender } from "./testing/test-sender.ts";

/** What a handler of WebhooksService may touch. */
export interface WebhookContext {
  readonly database: Database;
  readonly configs: DeliveryConfigs;
  readonly bodies: BodyCompleter;
  readonly testSender: TestSender;
  /** Told when there may be something to send. */
  readonly onDeliveries: () => void;
}

type Implementation = ServiceImpl<typeof WebhooksService>;

export type WebhookHandler<Method extends keyof Implementation> = Implementation[Method];
