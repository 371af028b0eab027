/** A tool refuses: the message says why, and what to do instead. */
export class Refused extends Error {}
