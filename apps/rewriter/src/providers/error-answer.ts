/** A provider responded with a success status, and with an error in the body. */
export class ErrorAnswer extends Error {
  readonly error: unknown;

  constructor(error: unknown) {
    super("The answer is an error.");
    this.name = "ErrorAnswer";
    this.error = error;
  }
}

/** Throws the error that a body holds in place of an answer. */
export function refuseErrorAnswer(answer: unknown): void {
  if (typeof answer !== "object" || answer === null || !("error" in answer) || !answer.error) return;
  throw new ErrorAnswer(answer.error);
}

/** A provider responded with a success status and an invalid body. */
export class MalformedResponse extends Error {
  constructor() {
    super("The answer does not have the form that the provider documents.");
    this.name = "MalformedResponse";
  }
}
