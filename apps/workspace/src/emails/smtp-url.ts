import { type EgressRules, hostOf } from "@parley/egress";

/**
 * The problem of a mail server's URL, as the end of a sentence; undefined when there is none. The sentence never quotes the URL, which
 * contains a password. A name is not resolved: its addresses are checked at every connection.
 */
export function smtpUrlProblem(text: string, egress: EgressRules): string | undefined {
  // The parser silently drops white space and control characters, which are never intended.
  const url = /[\s\p{Cc}]/u.test(text) ? null : URL.parse(text);
  if (url === null || !["smtp:", "smtps:"].includes(url.protocol) || hostOf(url) === undefined) {
    return "must be an smtp:// or smtps:// URL when type is smtp";
  }
  const host = egress.refusedHost(url);
  if (host !== undefined) {
    return `must lead to a mail server with a public address, which ${spelled(url, host)} is not: mails are not sent elsewhere`;
  }
  if (egress.refusedPort(url) === undefined) return undefined;
  return `must lead to a port on which mail servers listen here, one of ${egress.portsText}`;
}

/** The host as it was written, with the address that it means when it is another spelling of one. */
function spelled({ hostname }: URL, host: string): string {
  const written = hostname.replace(/^\[|\]$/g, "").slice(0, 100);
  return written === host ? host : `${written} (${host.slice(0, 100)})`;
}
