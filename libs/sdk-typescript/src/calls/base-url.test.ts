import { expect, test } from "vitest";
import { Parley } from "../parley.ts";
import { baseUrlOf } from "./base-url.ts";

test("a base URL is accepted with or without a path and a slash at its end", () => {
  expect(baseUrlOf("https://parley.example.com")).toBe("https://parley.example.com");
  expect(baseUrlOf("HTTP://localhost:8080/parley//")).toBe("HTTP://localhost:8080/parley");
});

test("an unusable base URL is refused when the client is created, with a correction", () => {
  const made = (baseUrl: string | undefined) => () => new Parley({ baseUrl });

  expect(made(undefined)).toThrow('baseUrl is missing: it is the URL of the gateway, such as "https://parley.example.com"');
  expect(made("")).toThrow("baseUrl is missing");
  expect(made("localhost:28080")).toThrow(
    'baseUrl is "localhost:28080", which does not begin with http:// or https://; write "http://localhost:28080".',
  );
  expect(made("//parley.example.com")).toThrow('write "https://parley.example.com".');
  expect(made("ftp://parley.example.com/x")).toThrow('write "https://parley.example.com/x".');
  expect(made("https://:8080")).toThrow('baseUrl is "https://:8080", which is not a URL.');
});
