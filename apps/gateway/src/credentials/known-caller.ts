import type { HeaderNames, Headers } from "./credential-check.ts";
import type { RefusedCredentials } from "./refused-credentials.ts";
import type { UserCredentials } from "./user-credentials.ts";

/**
 * The API key or workspace that the headers of a request name, without a look-up, if the credentials were valid within the last day; else
 * empty. The name alone proves nothing: an API key is public, and anybody who sends it would use up the customer's turns.
 */
export function knownCaller(
  headers: Headers,
  names: HeaderNames,
  { refused, users }: { readonly refused: Pick<RefusedCredentials, "wereGood">; readonly users: Pick<UserCredentials, "known"> },
): string {
  if (headers.authorization !== undefined) {
    const user = users.known(headers);
    if (user !== undefined) return user.apiKeyId;
  }
  const name = String(headers[names.apiKey] ?? headers[names.workspaceId] ?? "");
  return name !== "" && refused.wereGood(name, String(headers[names.authToken] ?? "")) ? name : "";
}
