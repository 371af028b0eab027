/** Admits `perSecond` requests a second, in bursts of a tenth of that. */
export class TokenBucket {
  #perSecond: number;
  #burst: number;
  #tokens: number;
  #filledAtMs: number;

  constructor(perSecond: number, nowMs: number) {
    this.#perSecond = perSecond;
    this.#burst = burstOf(perSecond);
    this.#tokens = this.#burst;
    this.#filledAtMs = nowMs;
  }

  /** Changes the rate. */
  limit(perSecond: number, nowMs: number): void {
    if (perSecond === this.#perSecond) return;
    this.#fill(nowMs);
    this.#perSecond = perSecond;
    this.#burst = burstOf(perSecond);
    this.#tokens = Math.min(this.#tokens, this.#burst);
  }

  /** Takes a token; returns 0, or the time in ms until there is one. */
  take(nowMs: number): number {
    this.#fill(nowMs);
    if (this.#tokens < 1) return ((1 - this.#tokens) / this.#perSecond) * 1_000;
    this.#tokens--;
    return 0;
  }

  /** Whether the bucket is full and has no state to keep. */
  isFull(nowMs: number): boolean {
    this.#fill(nowMs);
    return this.#tokens === this.#burst;
  }

  #fill(nowMs: number): void {
    this.#tokens = Math.min(this.#burst, this.#tokens + ((nowMs - this.#filledAtMs) / 1_000) * this.#perSecond);
    this.#filledAtMs = nowMs;
  }
}

function burstOf(perSecond: number): number {
  return Math.max(1, perSecond / 10);
}
