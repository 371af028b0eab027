/** Every point at which a kill decides which writes survive. A test kills a process at each of them and compares the end state. */
export const failpoints = [
  "relay.before-publish",
  "relay.after-publish",
  "relay.before-commit",
  "relay.after-commit",
  "consumer.before-commit",
  "consumer.after-commit",
  "consumer.before-ack",
  "consumer.after-ack",
  "dead-letter.before-write",
  "dead-letter.after-write",
  "redrive.before-commit",
  "redrive.after-commit",
  "work.after-claim",
  "work.before-commit",
  "work.after-commit",
  "erasure.before-request-commit",
  "erasure.before-chunk-commit",
  "erasure.after-chunk-commit",
  "erasure.before-count-commit",
  "webhook.after-claim",
  "webhook.after-bodies",
  "webhook.before-record",
  "webhook.after-record",
  "webhook.after-promote",
  "webhook.after-read",
  "webhook.before-gone-mark",
  "webhook.after-gone-mark",
  "email.after-claim",
  "email.after-read",
  "email.after-promote",
  "email.after-close",
  "email.after-send",
  "email.before-record",
  "email.after-record",
  "email.before-fan-out-commit",
  "email.after-fan-out-commit",
] as const;

export type Failpoint = (typeof failpoints)[number];

// `relay.after-publish`, or `relay.after-publish@3` for its third occurrence. Only tests set it.
const [armed, nth = "1"] = (process.env.PARLEY_FAILPOINT ?? "").split("@");
let left = Number(nth);

/** Kills the process, as the kernel would, when a test has armed this point; otherwise does nothing. */
export function failpoint(name: Failpoint): void {
  if (name !== armed || --left > 0) return;
  process.kill(process.pid, "SIGKILL");
  // The signal is delivered asynchronously; nothing may happen until then.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
}
