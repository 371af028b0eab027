/** Carries `RequestContext.auditRecord` to the called service. */
export const auditRecordHeader = "x-parley-audit-record";

const shape = /^[\w.-]{1,256}\/[\w-]{1,64}$/;

/** The received record, or undefined. */
export function readAuditRecord(header: string | undefined): string | undefined {
  return header !== undefined && shape.test(header) ? header : undefined;
}
