import type { Mutation } from "../mutation.ts";

const test = ["apps/all-in-one/test/single-things.test.ts"];
const typescript = ["libs/sdk-typescript/src/calls/client.test.ts"];
const contract = ["apps/all-in-one/test/sdk-faults.test.ts"];
const texts = ["tools/generate/sdk/doc-texts.test.ts"];

/** Reads of one item by its id, and additions of one item, through the operations and the clients. */
export const singleThings: readonly Mutation[] = [
  {
    name: "one-that-does-not-exist-is-an-empty-list",
    file: "apps/gateway/src/request/result-of.ts",
    text: "if (one === true) throw new Failure(",
    replacement: "if (one === undefined) throw new Failure(",
    noticedBy: test,
  },
  {
    name: "one-is-taken-with-several-ids",
    file: "apps/gateway/src/operations/field-rules.ts",
    text: "Array.isArray(list) && list.length === 1",
    replacement: "Array.isArray(list)",
    noticedBy: test,
  },
  {
    name: "retrieve-of-typescript-takes-an-empty-list",
    file: "libs/sdk-typescript/src/calls/client.ts",
    text: "[ids]: [named], one: true }",
    replacement: "[ids]: [named] }",
    noticedBy: typescript,
  },
  {
    name: "retrieve-of-python-takes-an-empty-list",
    file: "libs/sdk-python/src/parley_sdk/calls.py",
    text: 'ids: [data[id]], "one": True}',
    replacement: "ids: [data[id]]}",
    noticedBy: contract,
  },
  {
    name: "retrieve-of-go-takes-an-empty-list",
    file: "libs/sdk-go/call.go",
    text: 'map[string]any{"one": true}',
    replacement: "map[string]any{}",
    noticedBy: contract,
  },
  {
    name: "create-of-typescript-answers-what-failed",
    file: "libs/sdk-typescript/src/calls/client.ts",
    text: "return batch.orThrow().only;",
    replacement: "return batch.only;",
    noticedBy: typescript,
  },
  {
    name: "create-of-python-answers-what-failed",
    file: "libs/sdk-python/src/parley_sdk/senders.py",
    text: "return self.batch(operation, with_one_item(operation, data), options).or_raise().only",
    replacement: "return self.batch(operation, with_one_item(operation, data), options).only",
    noticedBy: contract,
  },
  {
    name: "create-of-go-answers-what-failed",
    file: "libs/sdk-go/batch.go",
    text: "	if err := answer.Err(); err != nil {\n		return none, err\n	}\n",
    replacement: "",
    noticedBy: contract,
  },
  {
    name: "id-of-one-thing-has-no-text",
    file: "tools/generate/sdk/client-model.ts",
    text: "[id]: { ...idForm, description }",
    replacement: "[id]: idForm",
    noticedBy: texts,
  },
  {
    name: "form-of-python-has-no-text",
    file: "tools/generate/sdk/python-types.ts",
    text: '(TypedDict):\\n    """',
    replacement: "(TypedDict):\\n    # ",
    noticedBy: texts,
  },
  {
    name: "code-of-an-item-is-any-text",
    file: "libs/sdk-typescript/src/calls/batch.ts",
    text: 'readonly code: ItemCode | "";',
    replacement: "readonly code: string;",
    noticedBy: ["tools/openapi/guide-types.test.ts"],
    tests: "the reasons of failed items",
  },
];
