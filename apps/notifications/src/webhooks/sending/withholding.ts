import type { EndpointResponse } from "./exchange.ts";

const withheld = "[withheld]";
// A shorter secret would be found in any text.
const shortest = 4;

/**
 * The response without the secret that the endpoint was sent: some endpoints repeat the whole request, and stored responses are shown as
 * they are.
 */
export function withholding(answer: EndpointResponse, secret: string): EndpointResponse {
  const { excerpt, location } = answer;
  if (secret.length < shortest || (excerpt === "" && location === undefined)) return answer;
  const without = (text: string) => withoutEnd(text.replaceAll(secret, withheld), secret);
  return { ...answer, excerpt: without(excerpt), location: location === undefined ? undefined : without(location) };
}

// The excerpt may end within the secret.
function withoutEnd(text: string, secret: string): string {
  for (let length = secret.length - 1; length >= shortest; length--) {
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + withheld;
  }
  return text;
}
