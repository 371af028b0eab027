import type { Client } from "@connectrpc/connect";
import type { EmailsService } from "@parley/contracts/notifications";
import { Failure } from "@parley/kernel";
import { propagate } from "@parley/rpc";
import type { HttpRoute } from "../http/http-route.ts";
import { type FormAnswer, type FormRequest, formRoutes } from "./forms.ts";
import { unsubscribePage } from "./unsubscribe-page.ts";

const timeoutMs = 10_000;
const named = ["not_found", "invalid_argument"] as const;

/**
 * The page with which a recipient unsubscribes: a GET shows a button and changes nothing, because scanners follow links; the POST of the
 * button, or of a mail client's one-click request (RFC 8058), unsubscribes. The signed token is the only authorization.
 */
export function unsubscribeRoutes(emails: Client<typeof EmailsService>): HttpRoute[] {
  return formRoutes({ path: "/unsubscribe", answer: (request) => answer(emails, request) });
}

async function answer(emails: Client<typeof EmailsService>, { method, query, body }: FormRequest): Promise<FormAnswer> {
  const token = query.get("token") ?? "";
  if (token === "" || token.length > 4_000) return unknown;
  try {
    if (method === "GET") {
      const read = () => emails.readUnsubscribeLink({ token }, { timeoutMs });
      const { organizationName, documentName } = await propagate(named, read);
      return { status: 200, html: unsubscribePage({ state: "asked", token, organizationName, documentName }) };
    }
    const wholeOrganization = body.get("scope") === "organization";
    await propagate(named, () => emails.unsubscribe({ token, wholeOrganization }, { timeoutMs }));
    return { status: 200, html: unsubscribePage({ state: "done" }) };
  } catch (error) {
    if (error instanceof Failure && (error.kind === "not_found" || error.kind === "invalid_argument")) return unknown;
    return { status: 503, html: unsubscribePage({ state: "away" }) };
  }
}

const unknown: FormAnswer = { status: 404, html: unsubscribePage({ state: "unknown" }) };
