import { Text, type TextProps } from "@mantine/core";

const whole = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "long" });
const units = [
  ["year", 31_536_000_000],
  ["month", 2_592_000_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** A time in the reader's time zone. */
export function wholeTime(at: number): string {
  return whole.format(at);
}

/** The time as a distance from now. */
function relativeTime(at: number, now = Date.now()): string {
  const away = at - now;
  const unit = units.find(([, ms]) => Math.abs(away) >= ms);
  return unit === undefined ? "just now" : relative.format(Math.trunc(away / unit[1]), unit[0]);
}

/** A time as a distance from now, with the full time as a tooltip. */
export function Time({ at, ...props }: { readonly at: number | null | undefined } & TextProps) {
  if (at === null || at === undefined || at === 0)
    return (
      <Text component="span" size="sm" c="dimmed" {...props}>
        —
      </Text>
    );
  return (
    <Text component="time" size="sm" dateTime={new Date(at).toISOString()} title={wholeTime(at)} {...props}>
      {relativeTime(at)}
    </Text>
  );
}
