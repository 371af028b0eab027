/** A provider responded with a success status and an invalid body. */
export class MalformedResponse extends Error {
  constructor() {
    super("The answer has not the form that the provider documents.");
    this.name = "MalformedResponse";
  }
}
