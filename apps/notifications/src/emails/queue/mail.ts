import type { Held } from "../../delivery/channel.ts";
import type { OutgoingMail } from "../providers/provider.ts";
import type { NamedProvider } from "../providers/providers.ts";

/** A composed mail, and its provider. */
export interface Mail extends Held {
  readonly userId: string;
  readonly outgoing: OutgoingMail;
  readonly by: NamedProvider;
}
