const longest = 254;
const shape = /^[^\s\p{C}"(),:;<>@[\\\]]{1,64}@[\p{L}\p{N}\p{M}.-]+$/u;

/** Whether mail can be sent to this address: users' addresses are whatever the customer's server has given. */
export function isMailbox(text: string): boolean {
  return text.length <= longest && shape.test(text);
}
