import { stringify } from "yaml";

/** Writes schemas inline wherever they are used, which people read more easily than references. */
export function yamlText(document: object): string {
  return stringify(document, { aliasDuplicateObjects: false });
}
