import type { IncomingHttpHeaders } from "node:http";

/** The parameter of `new Headers()`. */
export type HeadersInit = ConstructorParameters<typeof Headers>[0];

/** Node's headers as `Headers`, without the pseudo headers of HTTP/2. */
export function toHeaders(headers: IncomingHttpHeaders): Headers {
  const result = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || name.startsWith(":")) continue;
    for (const item of Array.isArray(value) ? value : [value]) result.append(name, item);
  }
  return result;
}
