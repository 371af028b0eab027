/**
 * The host of a URL, without brackets and with an address in its usual spelling; undefined for a host that is invalid in a web address. The
 * URL parser normalises other spellings of an address (octal, hexadecimal, one number, missing parts, full-width digits) only for web
 * schemes, while the system's resolver accepts them for any scheme. So every host is parsed as that of a web address.
 */
export function hostOf({ hostname }: URL): string | undefined {
  return URL.parse(`http://${hostname}/`)?.hostname.replace(/^\[|\]$/g, "");
}
