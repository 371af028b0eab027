import { expect, test } from "vitest";
import { RefusedCredentials } from "./refused-credentials.ts";

const tryAgain = { kind: "unavailable", headers: { "retry-after": "1" } };

/** Presents wrong credentials one after another; returns how many were looked up. The others are to be tried again. */
async function guess(refused: RefusedCredentials, address: string, principal: string, times: number): Promise<number> {
  let looks = 0;
  for (let attempt = 0; attempt < times; attempt++) {
    const before = looks;
    const answer = refused.check(address, principal, `guess ${attempt}`, async () => {
      looks++;
      return undefined;
    });
    const [settled] = await Promise.allSettled([answer]);
    if (looks > before) expect(settled).toEqual({ status: "fulfilled", value: undefined });
    else expect(settled).toMatchObject({ status: "rejected", reason: tryAgain });
  }
  return looks;
}

const good = async () => "good";

/** A look-up whose end the test decides. */
function slowLook() {
  const outcome = Promise.withResolvers<string | undefined>();
  return { ...outcome, look: () => outcome.promise };
}

test("an address is looked up until it has guessed wrong too often, and again later", async () => {
  let nowMs = 0;
  const refused = new RefusedCredentials({ perSecond: 2, now: () => nowMs });

  expect(await guess(refused, "10.0.0.1", "pk_1", 100)).toBe(4);
  expect(await guess(refused, "10.0.0.2", "pk_1", 1)).toBe(1);
  nowMs += 1_000;
  expect(await guess(refused, "10.0.0.1", "pk_1", 100)).toBe(2);
});

test("all addresses of one IPv6 network are one sender", async () => {
  const refused = new RefusedCredentials({ perSecond: 2, now: () => 0 });

  let asked = 0;
  for (let n = 0; n < 50; n++) asked += await guess(refused, `2001:db8:0:7::${n.toString(16)}`, `pk_${n}`, 20);

  expect(asked).toBe(4);
  expect(await guess(refused, "2001:db8:0:8::1", "pk_1", 1)).toBe(1);
});

test("many addresses that guess for one principal are bounded together", async () => {
  const refused = new RefusedCredentials({ perSecond: 2, now: () => 0 });

  let asked = 0;
  for (let n = 0; n < 50; n++) asked += await guess(refused, `10.0.0.${n}`, "pk_1", 20);

  expect(asked).toBe(40);
});

test("many guesses at once are looked up no more often than one after another", async () => {
  const refused = new RefusedCredentials({ perSecond: 2, now: () => 0 });
  let looks = 0;
  const wrong = async () => {
    looks++;
    await Promise.resolve();
    return undefined;
  };

  const answers = await Promise.allSettled(Array.from({ length: 500 }, (_, n) => refused.check("10.0.0.1", "pk_1", `guess ${n}`, wrong)));

  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
  expect(looks).toBe(4);
});

test("recently valid credentials are looked up however many others guess", async () => {
  const refused = new RefusedCredentials({ perSecond: 1, now: () => 0 });
  await refused.check("10.0.0.1", "pk_1", "right", good);
  await guess(refused, "10.0.0.1", "pk_1", 1_000);

  expect(await refused.check("10.0.0.1", "pk_1", "right", good)).toBe("good");
  expect([refused.wereGood("pk_1", "right"), refused.wereGood("pk_1", "wrong")]).toEqual([true, false]);
  await expect(refused.check("10.0.0.1", "pk_1", "wrong", good)).rejects.toMatchObject(tryAgain);
  await expect(refused.check("10.0.0.1", "pk_2", "right", good)).rejects.toMatchObject(tryAgain);
});

test("credentials that were issued here are looked up however many others guess, and do not count as guesses", async () => {
  const refused = new RefusedCredentials({
    perSecond: 1,
    isIssued: (principal, token) => principal === "pk_1" && token === "issued",
    now: () => 0,
  });
  let looks = 0;
  const revoked = async () => {
    looks++;
    return undefined;
  };
  for (let n = 0; n < 50; n++) await refused.check("10.0.0.1", "pk_1", "issued", revoked);
  expect([looks, refused.wereGood("pk_1", "issued")]).toEqual([50, false]);

  expect(await guess(refused, "10.0.0.1", "pk_1", 100)).toBe(2);
  expect(await refused.check("10.0.0.1", "pk_1", "issued", good)).toBe("good");
  expect(refused.wereGood("pk_1", "issued")).toBe(true);
  await expect(refused.check("10.0.0.1", "pk_2", "issued", good)).rejects.toMatchObject(tryAgain);
});

test("by the head alone exactly those credentials are refused that a check would refuse", async () => {
  const refused = new RefusedCredentials({ perSecond: 1, isIssued: (_, token) => token === "issued", now: () => 0 });
  await refused.check("10.0.0.1", "pk_1", "right", good);
  expect(refused.refusal(() => "10.0.0.1", "pk_1", "guess")).toBeUndefined();
  await guess(refused, "10.0.0.1", "pk_1", 1);
  const { look, resolve } = slowLook();
  const lookedUp = refused.check("10.0.0.1", "pk_1", "asked", look);
  // The outcome of the running look-up may free a place for another one.
  expect(refused.refusal(() => "10.0.0.1", "pk_1", "guess")).toBeUndefined();
  resolve(undefined);
  await lookedUp;

  expect(refused.refusal(() => "10.0.0.1", "pk_1", "guess")).toMatchObject(tryAgain);
  for (const token of ["right", "issued"]) expect(refused.refusal(() => "10.0.0.1", "pk_1", token)).toBeUndefined();
  expect(refused.refusal(() => "10.0.0.2", "pk_1", "guess")).toBeUndefined();
});

test("valid credentials cost an address nothing, however many it presents, one after another or at once", async () => {
  const refused = new RefusedCredentials({ perSecond: 1, now: () => 0 });

  for (let n = 0; n < 100; n++) await refused.check("10.0.0.1", `pk_${n}`, "right", good);
  const atOnce = await Promise.all(Array.from({ length: 100 }, (_, n) => refused.check("10.0.0.1", `pk_other_${n}`, "right", good)));

  expect(new Set(atOnce)).toEqual(new Set(["good"]));
  expect(await guess(refused, "10.0.0.1", "pk_guessed", 100)).toBe(2);
});

test("simultaneous requests with the same new credentials share one look-up", async () => {
  const refused = new RefusedCredentials({ perSecond: 1, now: () => 0 });
  const { look, resolve } = slowLook();
  const shown = Array.from({ length: 100 }, () => refused.check("10.0.0.1", "pk_1", "right", look));

  resolve("good");

  expect(new Set(await Promise.all(shown))).toEqual(new Set(["good"]));
});

test("a failed look-up decides nothing about the credentials, nor about waiting requests", async () => {
  const refused = new RefusedCredentials({ perSecond: 1, now: () => 0 });
  const { look, reject } = slowLook();
  const shown = Array.from({ length: 100 }, (_, n) => refused.check("10.0.0.1", `pk_${n}`, "right", look));

  reject(new Error("The workspace service is away."));

  for (const { status } of await Promise.allSettled(shown)) expect(status).toBe("rejected");
  expect(await refused.check("10.0.0.1", "pk_1", "right", good)).toBe("good");
  expect(await guess(refused, "10.0.0.1", "pk_guessed", 100)).toBe(2);
});

test("when switched off, it looks everything up", async () => {
  const refused = new RefusedCredentials({ perSecond: 0 });

  expect(await guess(refused, "10.0.0.1", "pk_1", 1_000)).toBe(1_000);
});
