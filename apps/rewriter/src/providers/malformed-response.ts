/** A provider answered with success and with something that is no answer. */
export class MalformedResponse extends Error {
  constructor() {
    super("The answer has not the form that the provider documents.");
    this.name = "MalformedResponse";
  }
}
