import * as z from "zod";
import type { OrganizationField } from "../credentials/rights.ts";

const fields = ["organizationId", "organizationIds", "organizations"] as const satisfies readonly OrganizationField[];

/** The field that names organizations in requests of this form; `none` if there is none. */
export function organizationFieldOf(request: z.ZodType): OrganizationField | "none" {
  if (request instanceof z.ZodPipe) return organizationFieldOf(request.in as z.ZodType);
  if (!(request instanceof z.ZodObject)) throw new Error("A request is declared as an object, so that its fields are known.");
  return fields.find((field) => field in request.shape) ?? "none";
}
