// Loaded before a program of the storm: its clock is ahead of the others', or behind, by STORM_CLOCK_SKEW_MS. Durations by
// `performance.now()` stay correct, as on a machine with a wrong clock.
const skewMs = Number(process.env.STORM_CLOCK_SKEW_MS);
const RealDate = Date;

class SkewedDate extends RealDate {
  constructor(...given: [] | [value: number | string | Date]) {
    if (given.length === 0) super(RealDate.now() + skewMs);
    else super(...given);
  }

  static override now(): number {
    return RealDate.now() + skewMs;
  }
}

globalThis.Date = SkewedDate as DateConstructor;
