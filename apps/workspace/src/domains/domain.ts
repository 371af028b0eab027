import { isIPv4, isIPv6 } from "node:net";
import { domainToASCII } from "node:url";
import type { FieldViolation } from "@parley/kernel";

const scheme = /^[a-z][a-z0-9+.-]*:\/\//i;
const portAtEnd = /:(\d{1,5})$/;
const label = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;
const longestName = 253;

/**
 * The form in which an allowed domain is stored and compared: lower case, IDN as punycode, without scheme, path, query and trailing dot;
 * the port, `www.` and one leading `*.` stay. Undefined when the text is not a host: a host is a name with a dot, `localhost`, or an IP
 * address in its usual form (IPv6 with or without brackets; stored with them).
 */
export function normalizeDomain(text: string): string | undefined {
  const entry = text
    .trim()
    .replace(scheme, "")
    .replace(/[/?#].*$/s, "");
  const wildcard = entry.startsWith("*.");
  const { host, port } = splitPort(wildcard ? entry.slice(2) : entry);
  if (port === "invalid") return undefined;
  const normalized = wildcard ? normalizeName(host) : (normalizeAddress(host) ?? normalizeName(host));
  return normalized && `${wildcard ? "*." : ""}${normalized}${port}`;
}

function splitPort(entry: string): { host: string; port: string } {
  // The colons of a bare IPv6 address do not begin a port.
  const digits = isIPv6(entry) ? undefined : portAtEnd.exec(entry)?.[1];
  if (digits === undefined) return { host: entry, port: "" };
  const number = Number(digits);
  return { host: entry.slice(0, -digits.length - 1), port: number >= 1 && number <= 65_535 ? `:${number}` : "invalid" };
}

function normalizeAddress(host: string): string | undefined {
  if (isIPv4(host)) return host;
  const address = host.startsWith("[") && host.endsWith("]") ? host.slice(1, -1) : host;
  // A zone (`%eth0`) has a meaning only on one machine.
  if (!isIPv6(address) || address.includes("%")) return undefined;
  return new URL(`http://[${address}]`).hostname;
}

function normalizeName(host: string): string | undefined {
  // The converter also decodes percent escapes, drops tabs and cuts at a backslash: nobody types such a name on purpose.
  if (/[\s%\\]/.test(host)) return undefined;
  const name = domainToASCII(host.replace(/\.$/, ""));
  if (name === "localhost") return name;
  const labels = name.split(".");
  const last = labels.at(-1) ?? "";
  if (labels.length < 2 || name.length > longestName || !labels.every((part) => label.test(part))) return undefined;
  // Browsers read a name whose last label is a number as an IPv4 address.
  return /^(\d+|0x[0-9a-f]*)$/.test(last) ? undefined : name;
}

/** The normalised forms of domains, each once, in the given order; a violation for every entry that is not a host. */
export function normalizeDomains(entries: readonly string[], field: string): { domains: string[]; violations: FieldViolation[] } {
  const normalized = entries.map(normalizeDomain);
  const violations = entries.flatMap((entry, index) =>
    normalized[index] === undefined ? [{ field: `${field}[${index}]`, message: `${shown(entry)} is not a domain.` }] : [],
  );
  return { domains: [...new Set(normalized.filter((domain) => domain !== undefined))], violations };
}

const longestShown = 100;

// An entry may be long, and many may be wrong, so each is shown only by its beginning.
function shown(entry: string): string {
  return JSON.stringify(entry.length > longestShown ? `${entry.slice(0, longestShown)}…` : entry);
}
