const longest = 254;
const longestLocalPart = 64;
// The form that mail systems accept without quoting, with letters of any script (RFC 6531): one `@`, then a name with a dot.
const shape =
  /^[^\s\p{C}"(),:;<>@[\\\]]+@([\p{L}\p{N}]([\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?\.)+[\p{L}\p{N}]([\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?$/u;

/** Whether the address is well formed; whether it exists is not checked. */
export function isEmailAddress(text: string): boolean {
  if (text.length > longest || !shape.test(text)) return false;
  const localPart = text.slice(0, text.indexOf("@"));
  return localPart.length <= longestLocalPart && !localPart.startsWith(".") && !localPart.endsWith(".") && !localPart.includes("..");
}
