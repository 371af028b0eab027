/** The refusal of a tool: the message gives the reason, and the alternative. */
export class Refused extends Error {}
