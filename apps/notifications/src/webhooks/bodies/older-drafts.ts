import type { JsonObject } from "@parley/kernel";
import type { Payload } from "../config/delivery-endpoint.ts";
import { type OpenBody, type ProcessedParts, withContacts } from "./body-of.ts";

/** A delivery created by the release that did not store events yet: its body up to the parts that the first attempt looked up. */
interface OlderDelivery {
  readonly payload: Payload;
  readonly sequence: number;
  readonly body: string;
}

/** The body of a draft: a raw one ends before the names, with a control character in place of the thread's folder. */
export function bodyOfDraft({ payload, sequence, body }: OlderDelivery): OpenBody {
  if (payload === "processed") return withContacts(JSON.parse(body) as ProcessedParts, sequence);
  const inFolder = (folderId: string | null) => body.replace("\u0001", () => JSON.stringify(folderId));
  return {
    contacts: [],
    complete: (names) => JSON.parse(`${inFolder(names.folderId)},${JSON.stringify(names).slice(1)},"sequence":${sequence}}`) as JsonObject,
  };
}
