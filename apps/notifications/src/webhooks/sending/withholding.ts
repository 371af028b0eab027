import type { EndpointResponse } from "./exchange.ts";

const withheld = "[withheld]";
// What is shorter would be found in any text.
const shortest = 4;

/** The answer without the secret that its endpoint was sent: some repeat the whole request, and what is kept of their answers is shown and stored as it is. */
export function withholding(answer: EndpointResponse, secret: string): EndpointResponse {
  if (secret.length < shortest || answer.excerpt === "") return answer;
  return { ...answer, excerpt: withoutEnd(answer.excerpt.replaceAll(secret, withheld), secret) };
}

// The excerpt may end in the middle of it.
function withoutEnd(text: string, secret: string): string {
  for (let length = secret.length - 1; length >= shortest; length--) {
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + withheld;
  }
  return text;
}
