import { Failure, type FieldViolation } from "@parley/kernel";

// The same maximum as in the field checks: violations are sent in headers, where there is little room.
const maxViolations = 100;

/** Fails with `invalid_argument` and all violations if there are any; in the message they follow `opening`, if given. */
export function refuseViolations(violations: readonly FieldViolation[], opening?: string): void {
  if (violations.length === 0) return;
  const sentences = violations.slice(0, 3).map(({ message }) => message);
  const more = violations.length > sentences.length ? [`(and ${violations.length - sentences.length} more)`] : [];
  const message = [...(opening === undefined ? [] : [opening]), ...sentences, ...more].join(" ");
  throw new Failure("invalid_argument", message, { violations: violations.slice(0, maxViolations) });
}
