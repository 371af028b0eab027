const today = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const earlier = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "short" });

/** A time in short form. */
export function Time({ ms }: { readonly ms: number }) {
  const isToday = new Date(ms).toDateString() === new Date().toDateString();
  return (
    <time dateTime={new Date(ms).toISOString()} title={whole.format(ms)}>
      {(isToday ? today : earlier).format(ms)}
    </time>
  );
}
