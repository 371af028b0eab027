import { expect, test } from "vitest";
import { fetchedNames } from "./fetched-names.ts";

test.each([
  "npx parley login",
  "npx -y parley",
  "npm install -g parley",
  "npm i @parley/sdk",
  "pip install parley[encryption]",
  'pip install "parley-collab[encryption]"',
  "uv pip install parley",
  "go get github.com/parley/parley-go",
  "docker run --rm parley/all-in-one",
])("%s would fetch what a stranger may have published", (line) => {
  expect(fetchedNames(`text\n${line}`)).toEqual([2]);
});

test.each([
  "npx --no parley login",
  "npm install libs/sdk-typescript/dist",
  "pip install libs/sdk-python",
  "docker run --name parley parley-all-in-one",
])("%s fetches nothing of strangers", (line) => {
  expect(fetchedNames(line)).toEqual([]);
});
