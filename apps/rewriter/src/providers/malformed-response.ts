/** A provider responded with a success status and an invalid body. */
export class MalformedResponse extends Error {
  constructor() {
    super("The answer does not have the form that the provider documents.");
    this.name = "MalformedResponse";
  }
}
