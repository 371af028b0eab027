/**
 * The host of a URL without brackets, an address in its usual spelling; undefined for what cannot be the host of a web address either. The
 * parser converts other spellings of an address (octal, hexadecimal, one number, missing parts, full-width digits) only in URLs of the web,
 * while the system's resolver understands them in any: so every host is read as one of those.
 */
export function hostOf({ hostname }: URL): string | undefined {
  return URL.parse(`http://${hostname}/`)?.hostname.replace(/^\[|\]$/g, "");
}
