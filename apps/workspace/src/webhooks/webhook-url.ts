import type { EgressRules } from "@parley/egress";

/** The rules for webhook URLs. */
export interface WebhookUrlRules {
  /** Whether http is allowed. */
  readonly allowHttp: boolean;
  readonly egress: EgressRules;
}

/**
 * The problem of a webhook's URL, as the end of a sentence; undefined when there is none, or the text is empty. A name is not resolved: its
 * addresses are checked at every request.
 */
export function webhookUrlProblem(text: string, { allowHttp, egress }: WebhookUrlRules): string | undefined {
  if (text === "") return undefined;
  // The parser silently drops white space and control characters, which are never intended.
  const url = /[\s\p{Cc}]/u.test(text) ? null : URL.parse(text);
  if (url === null) return "must be a URL";
  if (url.protocol === "http:" && !allowHttp) return "must be an https URL";
  if (url.protocol !== "https:" && url.protocol !== "http:") return "must be an http or https URL";
  if (url.username !== "" || url.password !== "") return "must not contain a user name or password";
  const host = egress.refusedHost(url);
  if (host !== undefined) return `must lead to a public address, which ${host.slice(0, 100)} is not: webhooks are not sent there`;
  const port = egress.refusedPort(url);
  return port === undefined ? undefined : `must not lead to port ${port}: webhooks are not sent there`;
}
