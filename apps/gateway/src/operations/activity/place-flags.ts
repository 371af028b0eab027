import * as z from "zod";
import type { NamedPerson } from "../reach.ts";
import { texts } from "../texts.ts";

/** Flags of a request that adds content to a document. */
export const placeFlags = {
  createDocument: z.boolean().optional().meta({ description: "Creates the document if it does not exist." }),
  createOrganization: z
    .boolean()
    .optional()
    .meta({ description: `${texts.createOrganization.description.slice(0, -1)}; a new one needs \`createDocument\`, too.` }),
  verifyUserPermissions: z.boolean().optional().meta({
    description: "Refuses the request unless all authors may enter the document, by its access type.",
  }),
};

interface Flags {
  readonly createDocument?: boolean | undefined;
  readonly createOrganization?: boolean | undefined;
}

export function toPlaceFlags({ createDocument = false, createOrganization = false }: Flags) {
  return { createDocument, createOrganization: createOrganization && createDocument };
}

interface Written {
  readonly from: { readonly userId: string };
}

interface Adding {
  readonly commentAnnotations?: readonly { readonly commentData?: readonly Written[]; readonly comments?: readonly Written[] }[];
  readonly commentData?: readonly Written[];
  readonly comments?: readonly Written[];
}

/** The authors of the comments in a request. */
export function* authorsIn(data: object): Generator<NamedPerson> {
  const { commentAnnotations = [], ...comments } = data as Adding;
  for (const [index, thread] of commentAnnotations.entries()) yield* authorsOf(thread, `commentAnnotations[${index}].`);
  yield* authorsOf(comments, "");
}

function* authorsOf(written: Omit<Adding, "commentAnnotations">, at: string): Generator<NamedPerson> {
  for (const name of ["commentData", "comments"] as const)
    for (const [index, { from }] of (written[name] ?? []).entries())
      yield { userId: from.userId, field: `${at}${name}[${index}].from.userId` };
}
