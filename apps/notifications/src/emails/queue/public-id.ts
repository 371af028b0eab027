import { randomUUID } from "node:crypto";

/** The id by which customers know a mail. */
export function newPublicId(): string {
  return `em_${randomUUID().replaceAll("-", "")}`;
}
