import { stringify } from "yaml";

/** Schemas that are used often are written inline where people read them, and not by reference. */
export function yamlText(document: object): string {
  return stringify(document, { aliasDuplicateObjects: false });
}
