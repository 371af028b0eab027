import { afterAll, beforeAll, expect, test } from "vitest";
import { type HostedCustomer, startWithPeople } from "../support/hosted-customer.ts";
import { Receiver } from "../support/receiver.ts";
import { addEverything, readEverything } from "./velt-types/answers.ts";
import { differences } from "./velt-types/differences.ts";
import { documented } from "./velt-types/documented.ts";
import { type ReadAnswer, VeltTypes } from "./velt-types/velt-types.ts";

// Existing TypeScript reads answers by the hosted product's own types, and bodies of webhooks as its documentation describes them.

let hosted: HostedCustomer | undefined;
let receiver: Receiver | undefined;
let types: VeltTypes | undefined;
let answers: readonly ReadAnswer[];

beforeAll(async () => {
  types = await VeltTypes.install();
  if (types === undefined) return;
  receiver = await Receiver.start();
  hosted = await startWithPeople("x-velt-");
  await addEverything(hosted, receiver);
  answers = await readEverything(hosted, receiver);
}, 600_000);

afterAll(async () => {
  await hosted?.parley.stop();
  await receiver?.stop();
  await types?.[Symbol.asyncDispose]();
});

test("existing TypeScript compiles against the answers, but for the differences", async ({ skip }) => {
  skip(types === undefined);

  expect(await types?.compile(answers, differences, documented)).toBe("");
});

test.each(differences)("$reads differs", async (difference) => {
  const others = differences.filter((each) => each !== difference);

  expect(await types?.compile(answers, others, documented)).not.toBe("");
});
