import { randomUUID } from "node:crypto";

/** A new id under which customers see a mail. */
export function newPublicId(): string {
  return `em_${randomUUID().replaceAll("-", "")}`;
}
