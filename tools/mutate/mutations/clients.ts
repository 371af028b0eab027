import type { Mutation } from "../mutation.ts";

/** The clients for Python and Go believe only fresh signatures, lose no change, and report what failed. */
export const clients: readonly Mutation[] = [
  {
    name: "old-webhook-is-believed-by-python",
    file: "libs/sdk-python/src/parley_sdk/webhooks.py",
    text: "if abs(now - int(timestamp)) > tolerance:",
    replacement: "if abs(now - int(timestamp)) > tolerance * 1000:",
    noticedBy: ["apps/all-in-one/test/clients/sdk-faults.test.ts"],
    tests: "a delivery is accepted for five minutes before",
  },
  {
    name: "old-webhook-is-believed-by-go",
    file: "libs/sdk-go/webhooks.go",
    text: ".Abs() > options.Tolerance {",
    replacement: ".Abs() > options.Tolerance*1000 {",
    noticedBy: ["apps/all-in-one/test/clients/sdk-faults.test.ts"],
    tests: "a delivery is accepted for five minutes before",
  },
  {
    name: "empty-secret-verifies-in-python",
    file: "libs/sdk-python/src/parley_sdk/webhooks.py",
    text: "keys = [key for key in known if key]",
    replacement: "keys = [key or b'' for key in known]",
    noticedBy: ["apps/all-in-one/test/clients/sdk-faults.test.ts"],
    tests: "an empty secret, such as an unset variable",
  },
  {
    name: "empty-secret-verifies-in-go",
    file: "libs/sdk-go/webhooks.go",
    text: "if len(key) > 0 {",
    replacement: "if len(key) >= 0 {",
    noticedBy: ["apps/all-in-one/test/clients/sdk-faults.test.ts"],
    tests: "an empty secret, such as an unset variable",
  },
  {
    name: "python-prints-a-token",
    file: "libs/sdk-python/src/parley_sdk/calls.py",
    text: "auth_token: Optional[str] = field(default=None, repr=False)",
    replacement: "auth_token: Optional[str] = None",
    noticedBy: ["apps/all-in-one/test/clients/sdk-python.test.ts"],
  },
  {
    name: "go-sends-again-what-it-does-not-count",
    file: "libs/sdk-go/call.go",
    text: "request.GetBody = nil",
    replacement: "request.Close = false",
    noticedBy: ["apps/all-in-one/test/clients/sdk-faults.test.ts"],
  },
  {
    name: "create-of-python-answers-what-failed",
    file: "libs/sdk-python/src/parley_sdk/senders.py",
    text: "return self.batch(operation, with_one_item(operation, data), options).or_raise().only",
    replacement: "return self.batch(operation, with_one_item(operation, data), options).only",
    noticedBy: ["apps/all-in-one/test/clients/sdk-faults.test.ts"],
  },
  {
    name: "create-of-go-answers-what-failed",
    file: "libs/sdk-go/batch.go",
    text: `	if err := answer.Err(); err != nil {
		return none, err
	}
`,
    replacement: "",
    noticedBy: ["apps/all-in-one/test/clients/sdk-faults.test.ts"],
  },
  {
    name: "watch-of-python-moves-on-before-a-page-was-dealt-with",
    file: "libs/sdk-python/src/parley_sdk/watches.py",
    text: `                page = self._fetch(place.request(), place.options)
`,
    replacement: `                page = self._fetch(place.request(), place.options)
                place.cursor = page["nextCursor"]
`,
    noticedBy: ["apps/all-in-one/test/clients/sdk-watch.test.ts"],
    tests: "has the cursor before a page until all changes of the page were processed",
  },
  {
    name: "watch-of-go-moves-on-before-a-page-was-dealt-with",
    file: "libs/sdk-go/watch.go",
    text: `			if page != nil {
`,
    replacement: `			if page != nil {
				w.cursor = page.NextCursor
`,
    noticedBy: ["apps/all-in-one/test/clients/sdk-watch.test.ts"],
    tests: "has the cursor before a page until all changes of the page were processed",
  },
];
