const overheadBytes = 8;

/** What an event may hold: JSON, and the users whom it names, who are named a second time in the event's subjects. */
export class Room {
  readonly userIds = new Set<string>();
  #bytesLeft: number;

  constructor(bytes: number) {
    this.#bytesLeft = bytes;
  }

  get bytesLeft(): number {
    return this.#bytesLeft;
  }

  /** Takes it in when there is room for it, within so much of what is left if that is said. Answers whether it did. */
  take(json: string, userIds: Iterable<string> = [], bytes = this.#bytesLeft): boolean {
    // A character takes a byte at least: what is far too long is not looked through.
    if (json.length > bytes) return false;
    const cost = this.#costOf(json, userIds);
    if (cost > bytes) return false;
    this.#put(cost, userIds);
    return true;
  }

  /** Takes it in at any rate: what follows has so much less. */
  force(json: string, userIds: Iterable<string> = []): void {
    this.#put(this.#costOf(json, userIds), userIds);
  }

  #costOf(json: string, userIds: Iterable<string>): number {
    let cost = Buffer.byteLength(json) + overheadBytes;
    for (const userId of userIds) if (!this.userIds.has(userId)) cost += Buffer.byteLength(userId) + overheadBytes;
    return cost;
  }

  #put(cost: number, userIds: Iterable<string>): void {
    this.#bytesLeft -= cost;
    for (const userId of userIds) this.userIds.add(userId);
  }
}
