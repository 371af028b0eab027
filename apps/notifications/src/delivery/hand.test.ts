import { expect, test } from "vitest";
import { Hand } from "./hand.ts";

const row = (deliveryId: number, bytes: number) => ({ apiKeyId: "pk", deliveryId, bytes, fence: 1, groupFence: 1, tries: 0 });

test("the bytes of a held row are counted until its delivery ends, also after the delivery has replaced the row", () => {
  const hand = new Hand<ReturnType<typeof row>>({
    groupOf: ({ apiKeyId }) => apiKeyId,
    sequenceOf: ({ deliveryId }) => String(deliveryId),
    bytesOf: ({ bytes }) => bytes,
  });
  hand.add([row(1, 10), row(2, 200)]);
  hand.replace(row(2, 200));

  const both = hand.bytes;
  hand.drop([row(2, 200), row(2, 200)]);

  expect([both, hand.bytes]).toEqual([210, 10]);
});
