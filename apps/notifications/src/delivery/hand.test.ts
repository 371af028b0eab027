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

test("the bytes of a held row are counted until its delivery ends, also after the delivery has replaced the row", () => {
  const hand = emptyHand();
  hand.add([row(1, 10), row(2, 200)]);
  hand.replace(row(2, 200));

  const both = hand.bytes;
  hand.drop([row(2, 200), row(2, 200)]);

  expect([both, hand.bytes]).toEqual([210, 10]);
});
