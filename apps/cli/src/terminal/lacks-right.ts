import { PermissionDeniedError } from "@parley/sdk";

/**
 * Whether an operation was refused because the token has fewer rights: the credentials are good, and the response names what is missing. A
 * disabled API key is refused without that.
 */
export function lacksRight(error: unknown): error is PermissionDeniedError {
  return error instanceof PermissionDeniedError && Array.isArray(error.details);
}
