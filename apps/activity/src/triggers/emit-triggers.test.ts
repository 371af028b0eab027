import { expect, test } from "vitest";
import { channelsOf } from "./emit-triggers.ts";

test("the channels of a thread are the texts listed in its metadata, without duplicates", () => {
  expect(channelsOf('{"channels":["billing","sales","billing"]}')).toEqual(["billing", "sales"]);
  expect(channelsOf('{"channels":"billing","note":"x"}')).toEqual(["billing"]);
});

test("values that are not channels are ignored", () => {
  expect(channelsOf("{}")).toEqual([]);
  expect(channelsOf('{"note":"\\"channels\\""}')).toEqual([]);
  expect(channelsOf(`{"channels":[1,null,"","${"x".repeat(129)}",{"a":1},"kept"]}`)).toEqual(["kept"]);
  expect(channelsOf(`{"channels":${JSON.stringify(Array.from({ length: 101 }, (_, n) => `c${n}`))}}`)).toHaveLength(100);
});
