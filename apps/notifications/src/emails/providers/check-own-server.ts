import type { Host, Logger } from "@parley/runtime";
import type { Providers } from "./providers.ts";

type Starting = Pick<Host, "onStart" | "onStop"> & { readonly log: Pick<Logger, "warn"> };

const plainAdvice =
  "It must offer TLS with a valid certificate for its host, unless it is on this machine or in a network of PARLEY_EGRESS_ALLOW, or PARLEY_SMTP_ALLOW_PLAIN is true.";

/**
 * Checks at the start whether the installation's own mail server can be used, and logs the problem if not: otherwise the first to notice
 * would be people who wait for a mail. The start does not wait for the check, since the server may be down for a while.
 */
export function checkOwnServer(host: Starting, providers: Pick<Providers, "checkDefault">): void {
  const stopping = new AbortController();
  let checked: Promise<void> | undefined;
  const check = async () => {
    const result = await providers.checkDefault(stopping.signal);
    if (result === undefined || result.kind === "accepted" || stopping.signal.aborted) return;
    const { errorClass, error, response } = result;
    const advice = errorClass === "tls" ? ` ${plainAdvice}` : "";
    host.log.warn({ errorClass, response }, `The mail server of PARLEY_SMTP_URL cannot be used: ${error}${advice}`);
  };
  host.onStart(async () => {
    checked = check();
  });
  host.onStop(async () => {
    stopping.abort();
    await checked;
  });
}
