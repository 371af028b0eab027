const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);
const defaultPorts = new Set(["http:80", "https:443"]);

/** The origins of the web pages that may call, given by the allowed domains of an API key. */
export class AllowedOrigins {
  readonly #exact = new Set<string>();
  readonly #below: readonly string[];

  /** `domains` are in their stored form: lower case, IDN as punycode, with or without a port, optionally prefixed with `*.`. */
  constructor(domains: readonly string[]) {
    for (const domain of domains) if (!domain.startsWith("*.")) this.#exact.add(domain);
    this.#below = domains.filter((domain) => domain.startsWith("*.")).map((domain) => domain.slice(1));
  }

  /**
   * Whether a page of this origin may call. Only the exact form that browsers send is accepted, because other forms could be read
   * differently elsewhere. A domain without a port stands for the default ports of http and https, and for every port on the loopback.
   * `*.example.com` stands for every name below `example.com`, but not for `example.com` itself.
   */
  has(origin: string): boolean {
    const url = parsed(origin);
    if (url === undefined) return false;
    const port = url.port === "" ? { "http:": "80", "https:": "443" }[url.protocol] : url.port;
    const isUsualPort = defaultPorts.has(`${url.protocol}${port}`) || loopback.has(url.hostname);
    const names = [...(isUsualPort ? [url.hostname] : []), `${url.hostname}:${port}`];
    return names.some((name) => this.#exact.has(name) || this.#below.some((end) => name.endsWith(end) && name.length > end.length));
  }
}

function parsed(origin: string): URL | undefined {
  if (!URL.canParse(origin)) return undefined;
  const url = new URL(origin);
  return url.origin === origin && ["http:", "https:"].includes(url.protocol) ? url : undefined;
}
