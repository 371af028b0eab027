import { expect, test } from "vitest";
import { channelsOf } from "./channels-of.ts";

test("the channels of a thread are the texts that its metadata lists, each once", () => {
  expect(channelsOf('{"channels":["billing","sales","billing"]}')).toEqual(["billing", "sales"]);
  expect(channelsOf('{"channels":"billing","note":"x"}')).toEqual(["billing"]);
});

test("what is no channel is left out", () => {
  expect(channelsOf("{}")).toEqual([]);
  expect(channelsOf('{"note":"\\"channels\\""}')).toEqual([]);
  expect(channelsOf(`{"channels":[1,null,"","${"x".repeat(129)}",{"a":1},"kept"]}`)).toEqual(["kept"]);
  expect(channelsOf(`{"channels":${JSON.stringify(Array.from({ length: 101 }, (_, n) => `c${n}`))}}`)).toHaveLength(100);
});
