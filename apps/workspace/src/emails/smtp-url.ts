import { type EgressRules, hostOf } from "@parley/egress";

/**
 * What is wrong with the URL of a mail server, as the end of a sentence; undefined when nothing is. The sentence never holds the URL, which
 * contains a password. A name is not resolved: its addresses are checked at every connection.
 */
export function smtpUrlProblem(text: string, egress: EgressRules): string | undefined {
  // The parser silently drops white space and control characters; they are never meant.
  const url = /[\s\p{Cc}]/u.test(text) ? null : URL.parse(text);
  if (url === null || !["smtp:", "smtps:"].includes(url.protocol) || hostOf(url) === undefined) {
    return "must be an smtp:// or smtps:// URL when type is smtp";
  }
  const host = egress.refusedHost(url);
  if (host !== undefined) {
    return `must lead to a mail server with a public address, which ${spelled(url, host)} is not: mails are not sent to others`;
  }
  if (egress.refusedPort(url) === undefined) return undefined;
  return `must lead to a port on which mail servers listen here, one of ${egress.portsText}`;
}

/** The host as it was written, and the address that this means when it is another spelling of one. */
function spelled({ hostname }: URL, host: string): string {
  const written = hostname.replace(/^\[|\]$/g, "").slice(0, 100);
  return written === host ? host : `${written} (${host.slice(0, 100)})`;
}
