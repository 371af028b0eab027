import { expect, test } from "vitest";
import { Hand } from "./hand.ts";

const row = (deliveryId: number, bytes: number, fence = 1) => ({
  apiKeyId: "pk",
  target: "raw",
  deliveryId,
  bytes,
  fence,
  groupFence: 1,
  tries: 0,
});
const emptyHand = () => new Hand<ReturnType<typeof row>>(({ deliveryId }) => String(deliveryId));

test("a delivery that has been read again stays in hand when the one read before ends", () => {
  const hand = emptyHand();
  hand.add([row(1, 10)]);
  hand.drop([row(1, 10)]);
  hand.add([row(1, 10, 2)]);

  hand.drop([row(1, 10)]);

  expect(hand.rows()).toEqual([row(1, 10, 2)]);
});

test("a row that is given back takes the later rows of its sequence along, also those that are still being prepared", () => {
  const hand = new Hand<ReturnType<typeof row>>(({ bytes }) => `document ${bytes}`);
  const before = row(1, 1);
  const given = row(2, 1);
  const other = row(3, 2);
  const behind = row(4, 1);
  hand.add([before, given, other, behind]);
  hand.begin(before);

  hand.giveBack([given]);

  expect(hand.rows()).toEqual([before, other]);
});

test("the bytes of a claimed row are counted until its delivery ends, also after the delivery has replaced the row", () => {
  const hand = emptyHand();
  hand.add([row(1, 10), row(2, 200)]);
  hand.replace(row(2, 200));

  const both = hand.bytes;
  hand.drop([row(2, 200), row(2, 200)]);

  expect([both, hand.bytes]).toEqual([210, 10]);
});
