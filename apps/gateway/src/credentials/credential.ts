import { failedPrecondition, type UserTokenClaim, userHashOf } from "@parley/kernel";
import type { Grant } from "./grants.ts";
import { type Limits, noLimits } from "./key-limits.ts";
import type { Rights } from "./rights.ts";

/**
 * Who may call: a customer's server with an API key (K), with its workspace (W), the operator of this installation, or a user of an API key in a browser.
 */
export type AuthLevel = "apiKey" | "workspace" | "admin" | "user";

interface ApiKeyCredential {
  readonly level: "apiKey";
  readonly workspaceId: string;
  readonly apiKeyId: string;
  /** The id of the presented token, which is no secret. Within a console session it is the session's. */
  readonly tokenId: string;
  /** Whether the key may use Get users and Delete folder. */
  readonly advancedQueriesEnabled: boolean;
  /** Whether the key is disabled: its credentials are valid, but grant nothing. */
  readonly disabled: boolean;
  readonly rights: Rights;
  readonly limits: Limits;
}

interface WorkspaceCredential {
  readonly level: "workspace";
  readonly workspaceId: string;
  /** The id of the presented token; empty when the admin token was used instead. */
  readonly tokenId: string;
  readonly rights: Rights;
  /** Whether the token was created for a console session: presented by itself it grants nothing. */
  readonly isForSession?: boolean;
}

interface AdminCredential {
  readonly level: "admin";
}

interface UserCredential extends Omit<ApiKeyCredential, "level" | "advancedQueriesEnabled"> {
  readonly level: "user";
  readonly userId: string;
  /** When the token was made, by the clock that dates revocations. */
  readonly issuedAtMs: number;
  /** The places that the token names, including those whose time is over. */
  readonly grants: readonly Grant[];
}

type ByLevel = { apiKey: ApiKeyCredential; workspace: WorkspaceCredential; admin: AdminCredential; user: UserCredential };

/** The principal of a request, once its credentials have been checked. */
export type Credential<Level extends AuthLevel = AuthLevel> = ByLevel[Level];

/** Whether the token was created for a session of the console. */
export function isOfSession(credential: Credential): credential is WorkspaceCredential {
  return credential.level === "workspace" && credential.isForSession === true;
}

/** Fails with `failed_precondition` unless the API key may use operations that need its advanced-queries option. */
export function requireAdvancedQueries(credential: Credential): void {
  if (credential.level === "apiKey" && credential.advancedQueriesEnabled) return;
  throw failedPrecondition(
    "The advanced queries option of this API key is off; /v2/workspace/apikeyconfig/update turns it on.",
    "advanced_queries_disabled",
  );
}

/** The public ids in a credential, for a log line. */
export function idsOf(credential: Credential): { workspaceId?: string; apiKeyId?: string } {
  if (isOfKey(credential)) return { workspaceId: credential.workspaceId, apiKeyId: credential.apiKeyId };
  return credential.level === "workspace" ? { workspaceId: credential.workspaceId } : {};
}

/** What services need to know of a user's token; undefined for any other caller. */
export function userTokenOf(credential: Credential): UserTokenClaim | undefined {
  if (credential.level !== "user") return undefined;
  const { apiKeyId, userId, issuedAtMs } = credential;
  return { apiKeyId, userHash: userHashOf(apiKeyId, userId), issuedAtMs };
}

/** The caller's own limits; none for a caller other than an API key. */
export function limitsOf(credential: Credential): Limits {
  return isOfKey(credential) ? credential.limits : noLimits;
}

/** Whether somebody acts within an API key: its server, or one of its users. */
export function isOfKey(credential: Credential): credential is ApiKeyCredential | UserCredential {
  return credential.level === "apiKey" || credential.level === "user";
}

/** Whether the caller is bound to places, or to some organizations. */
export function isBound(credential: Credential): boolean {
  return credential.level === "user" || (credential.level === "apiKey" && credential.rights.organizationIds !== undefined);
}

/** The owner of a request's work: the API key (also for its users), the workspace or the operator. */
export function scopeOf(credential: Credential): string {
  if (isOfKey(credential)) return credential.apiKeyId;
  return credential.level === "workspace" ? credential.workspaceId : "admin";
}

/** Separates the page tokens of different callers. Every user is a caller of its own. */
export function callerOf(credential: Credential): string {
  // Ids cannot contain U+0000.
  return credential.level === "user" ? `${credential.apiKeyId}\0${credential.userId}` : scopeOf(credential);
}
