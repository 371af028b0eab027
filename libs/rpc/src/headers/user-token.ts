import type { UserTokenClaim } from "@parley/kernel";

/** Carries `RequestContext.userToken` to the called service. */
export const userTokenHeader = "x-parley-user-token";

const shape = /^(\d{1,15}) ([\w-]{1,64}) ([\w.-]{1,256})$/;

export function writeUserToken({ apiKeyId, userHash, issuedAtMs }: UserTokenClaim): string {
  return `${issuedAtMs} ${userHash} ${apiKeyId}`;
}

/** The received token, or undefined. */
export function readUserToken(header: string | undefined): UserTokenClaim | undefined {
  const [, issuedAtMs, userHash, apiKeyId] = shape.exec(header ?? "") ?? [];
  if (userHash === undefined || apiKeyId === undefined) return undefined;
  return { apiKeyId, userHash, issuedAtMs: Number(issuedAtMs) };
}

/** Carries `RequestContext.auditRecord` to the called service. */
export const auditRecordHeader = "x-parley-audit-record";

const recordShape = /^[\w.-]{1,256}\/[\w-]{1,64}$/;

/** The received record, or undefined. */
export function readAuditRecord(header: string | undefined): string | undefined {
  return header !== undefined && recordShape.test(header) ? header : undefined;
}
