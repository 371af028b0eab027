import { afterAll, beforeAll, expect, test } from "vitest";
import { type HostedCustomer, startWithPeople } from "../support/hosted-customer.ts";
import { allCalls as calls } from "./velt-py/calls/all-calls.ts";
import { givenUpServices, type VeltOutcome, VeltPy, type VeltSurface } from "./velt-py/velt-py.ts";

// The hosted product's own client for Python, with only its base URL changed. Each service of it has its list of calls in
// `velt-py/calls`.

// Services of which no call is taken as it should be.
const refusedServices: readonly string[] = [];

let hosted: HostedCustomer | undefined;
let client: VeltPy | undefined;
let outcomes: readonly VeltOutcome[];
let surface: VeltSurface;

beforeAll(async () => {
  client = await VeltPy.install();
  if (client === undefined) return;
  hosted = await startWithPeople("x-velt-");
  ({ outcomes, surface } = await client.make(hosted, calls));
}, 600_000);

afterAll(async () => {
  await hosted?.parley.stop();
  await client?.[Symbol.asyncDispose]();
});

const named = calls.map((call, index) => ({
  ...call,
  index,
  name: `${call.service}.${call.method}`,
  given: Object.keys(call.fields ?? {}).join(", "),
}));
const testOf = (service: string) => (refusedServices.includes(service) ? test.fails : test);
const answerOf = (index: number) => outcomes[index]?.answer;

for (const { service, name, given, index, reads = {}, refused, status = "INVALID_ARGUMENT", absent } of named) {
  if (absent !== undefined) {
    testOf(service)(`${index + 1}: ${name} is not found`, ({ skip }) => {
      skip(client === undefined);

      expect(answerOf(index)).toMatchObject({ error: { status: "NOT_FOUND", message: expect.stringMatching(absent) } });
    });
  } else if (refused === undefined) {
    testOf(service)(`${index + 1}: ${name} with ${given} is taken, and answered with what its caller reads`, ({ skip }) => {
      skip(client === undefined);

      expect(answerOf(index)).toMatchObject({ result: reads });
    });
  } else {
    testOf(service)(`${index + 1}: ${name} with ${given} is refused by name`, ({ skip }) => {
      skip(client === undefined);

      expect(answerOf(index)).toMatchObject({ error: { status, message: expect.stringMatching(refused) } });
    });
  }
}

test("every method of the services is called, with every field of its requests", ({ skip }) => {
  skip(client === undefined);
  const services = new Set(calls.map(({ service }) => service));
  // Of an operation that does not exist, no field is read.
  const models = new Set(calls.flatMap(({ model, absent }) => (model === undefined || absent !== undefined ? [] : [model])));

  const methods = [...services].flatMap((service) => (surface.methods[service] ?? []).map((method) => `${service}.${method}`));
  const fields = [...models].flatMap((model) => (surface.fields[model] ?? []).map((field) => `${model}.${field}`));
  const given = calls.flatMap(({ model, fields = {} }) => Object.keys(fields).map((field) => `${model}.${field}`));
  expect(methods.filter((method) => !calls.some((call) => `${call.service}.${call.method}` === method))).toEqual([]);
  expect(fields.filter((field) => !given.includes(field))).toEqual([]);
});

test.each(givenUpServices)(
  "every method of %s is not found, with the sentence that names the page of what Parley does not have",
  (service) => {
    const answers = Object.entries(surface?.givenUp ?? {}).filter(([name]) => name.startsWith(`${service}.`));

    expect(answers.length > 0 || client === undefined).toBe(true);
    for (const [, answer] of answers) {
      expect(answer).toMatchObject({
        error: { status: "NOT_FOUND", message: expect.stringMatching(/^Parley has no .*libs\/moving-code\.md/) },
      });
    }
  },
);
