const longest = 254;
const shape = /^[^\s\p{C}"(),:;<>@[\\\]]{1,64}@[\p{L}\p{N}\p{M}.-]+$/u;

/** Whether a string is a valid mail address: users' addresses are whatever the customer's server has sent. */
export function isMailbox(text: string): boolean {
  return text.length <= longest && shape.test(text);
}
