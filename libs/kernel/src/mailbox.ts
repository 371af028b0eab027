const longest = 254;
const longestLocalPart = 64;
// Without quotes and comments, with letters of any script (RFC 6531). Dots may stand anywhere in the local part, because there are mailboxes
// like that, and the domain may be a single name, as within a company.
const shape =
  /^[^\s\p{C}"(),:;<>@[\\\]]+@(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?\.)*[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?$/u;

/** Whether mail can be sent to an address. The same rule holds where an address is set and where it is used; whether it exists is not checked. */
export function isMailbox(text: string): boolean {
  return text.length <= longest && text.lastIndexOf("@") <= longestLocalPart && shape.test(text);
}

/** Why mail cannot be sent to an address, as the end of a sentence; undefined if it can. */
export function mailboxProblem(text: string): string | undefined {
  if (isMailbox(text)) return undefined;
  if (/^".*"@/su.test(text)) return "has a part in quotes before the @, which many mail servers refuse";
  return "is not an e-mail address that a mail server takes, such as ann@acme.example";
}
