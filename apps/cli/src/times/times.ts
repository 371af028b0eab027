import { Temporal } from "temporal-polyfill";
import { UsageError } from "../terminal/problem.ts";

const isNumber = /^[+-]?\d+(\.\d+)?$/;
const isDate = /^\d{4}-\d{2}-\d{2}$/;
// Less is before March 1973 in milliseconds, and a time of today in seconds; more is after the year 9999.
const leastMs = 100_000_000_000;
const mostMs = 253_402_300_799_999;

/** Reads times, the same on every machine: the machine's own time zone counts nowhere. */
export class Times {
  readonly #zone: string | undefined;

  /** `zone` is that of times without one: an IANA name or an offset. Without it such times are refused. */
  constructor(zone?: string) {
    this.#zone = zone === undefined ? undefined : checkedZone(zone);
  }

  /**
   * A time in ms from milliseconds since 1970, ISO 8601, or an object with seconds and nanoseconds; a date alone begins in UTC. Undefined if
   * there is none. Anything else is refused with `what`, which names it: a guess would move times without a word.
   */
  of(value: unknown, what: string): number | undefined {
    if (value === undefined || value === null || value === "") return undefined;
    if (typeof value === "number") return msOf(value, what);
    if (typeof value !== "string") return this.#ofParts(value, what);
    const text = value.trim();
    if (isNumber.test(text)) return msOf(Number(text), what, text);
    const ms = this.#ofText(text, what);
    return ms === undefined || ms < 0 || ms > mostMs ? refuse(text, what) : ms;
  }

  #ofText(text: string, what: string): number | undefined {
    if (isDate.test(text)) return parsed(() => Temporal.PlainDate.from(text).toZonedDateTime("UTC").epochMilliseconds);
    const known = parsed(() => (text.includes("[") ? Temporal.ZonedDateTime : Temporal.Instant).from(text).epochMilliseconds);
    if (known !== undefined) return known;
    const local = parsed(() => Temporal.PlainDateTime.from(text));
    if (local === undefined) return undefined;
    if (this.#zone !== undefined) return local.toZonedDateTime(this.#zone).epochMilliseconds;
    throw new UsageError(
      `${what} is ${text.slice(0, 100)}, which has no time zone: write it with one, such as 2024-03-01T10:00:00Z, or name the zone of such times with --time-zone.`,
    );
  }

  #ofParts(value: object, what: string): number {
    const { seconds, _seconds, nanoseconds, _nanoseconds } = value as Readonly<Record<string, unknown>>;
    const whole = seconds ?? _seconds;
    const part = nanoseconds ?? _nanoseconds ?? 0;
    if (typeof whole !== "number" || typeof part !== "number") return refuse(JSON.stringify(value), what);
    return msOf(whole * 1_000 + Math.floor(part / 1e6), what);
  }
}

/** A time in an option of a command. */
export function timeOption(option: string, text: string): number {
  try {
    const ms = isNumber.test(text.trim()) ? undefined : new Times().of(text, option);
    if (ms !== undefined) return ms;
  } catch {
    // Said below, without the options of a conversion.
  }
  throw new UsageError(
    `${option} is ${text.slice(0, 100)}; it takes a time with its zone, such as 2026-01-31T12:00:00Z, or a day in UTC, such as 2026-01-31.`,
  );
}

function msOf(value: number, what: string, given: string | number = value): number {
  const ms = Math.floor(value);
  if (ms === 0 || (ms >= leastMs && ms <= mostMs)) return ms;
  if (ms > 0 && ms < leastMs)
    throw new UsageError(
      `${what} is ${given}: a number is milliseconds since 1970, and this one looks like seconds. Multiply such numbers by 1,000, or write ISO 8601.`,
    );
  throw new UsageError(`${what} is ${given}, which is not a time in milliseconds since 1970.`);
}

function refuse(given: string, what: string): never {
  throw new UsageError(
    `${what} is ${given.slice(0, 100)}, which is not a time that means the same everywhere: write ISO 8601, such as 2024-03-01T10:00:00Z.`,
  );
}

function parsed<Time>(parse: () => Time): Time | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function checkedZone(zone: string): string {
  // Temporal takes a time for its zone.
  const known = /^\d/.test(zone) ? undefined : parsed(() => Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone));
  if (known === undefined)
    throw new UsageError(`--time-zone is ${zone.slice(0, 100)}; it takes a name such as Europe/Berlin, an offset such as +02:00, or UTC.`);
  return zone;
}
