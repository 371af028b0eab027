import type { HeaderNames, Headers } from "./credential-check.ts";
import type { RefusedCredentials } from "./refused-credentials.ts";
import type { UserCredentials } from "./user-credentials.ts";

/**
 * Whom the credentials in a head act for, without a look-up: the API key or workspace if they were valid within the last day, else empty. Its name alone
 * shows nothing, because that of an API key is public: whoever sends it would take the customer's turns.
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
