import type { Mutation } from "../mutation.ts";

const feed = ["apps/all-in-one/test/sdk-faults.test.ts"];
const watch = ["apps/all-in-one/test/sdk-watch.test.ts"];
const typescript = ["libs/sdk-typescript/src/changes/changes-watch.test.ts"];
const commandLine = ["apps/all-in-one/test/cli/changes.test.ts"];
const onward = "continues from its cursor after every temporary failure";
const behind = "has the cursor before a page until all changes of the page were processed";

/** Following changes with the clients. */
export const watches: readonly Mutation[] = [
  {
    name: "page-of-a-feed-says-how-it-went-in-python",
    file: "libs/sdk-python/src/parley_sdk/pages.py",
    text: 'if key not in ("status", "message")}',
    replacement: 'if key != "status"}',
    noticedBy: feed,
  },
  {
    name: "page-of-a-feed-is-its-data-in-go",
    file: "libs/sdk-go/call.go",
    text: "	return page, json.Unmarshal(sent.result, &page)\n",
    replacement: "	_ = json.Unmarshal(sent.result, &page)\n	return *new(T), nil\n",
    noticedBy: feed,
  },
  {
    name: "watch-of-typescript-moves-on-before-a-page-was-dealt-with",
    file: "libs/sdk-typescript/src/changes/changes-watch.ts",
    text: "        yield page;\n        this.#cursor = page.nextCursor;\n",
    replacement: "        this.#cursor = page.nextCursor;\n        yield page;\n",
    noticedBy: typescript,
  },
  {
    name: "watch-of-python-moves-on-before-a-page-was-dealt-with",
    file: "libs/sdk-python/src/parley_sdk/watches.py",
    text: "                page = self._fetch(place.request(), place.options)\n",
    replacement: '                page = self._fetch(place.request(), place.options)\n                place.cursor = page["nextCursor"]\n',
    noticedBy: watch,
    tests: behind,
  },
  {
    name: "watch-of-python-with-asyncio-moves-on-before-a-page-was-dealt-with",
    file: "libs/sdk-python/src/parley_sdk/watches.py",
    text: "                page = await self._fetch(place.request(), place.options)\n",
    replacement:
      '                page = await self._fetch(place.request(), place.options)\n                place.cursor = page["nextCursor"]\n',
    noticedBy: watch,
    tests: behind,
  },
  {
    name: "watch-of-go-moves-on-before-a-page-was-dealt-with",
    file: "libs/sdk-go/watch.go",
    text: "			if page != nil {\n",
    replacement: "			if page != nil {\n				w.cursor = page.NextCursor\n",
    noticedBy: watch,
    tests: behind,
  },
  {
    name: "watch-of-typescript-waits-before-it-knows-where-it-is",
    file: "libs/sdk-typescript/src/changes/changes-watch.ts",
    text: 'this.#cursor === "now" ? 0 :',
    replacement: 'this.#cursor === "" ? 0 :',
    noticedBy: typescript,
  },
  {
    name: "watch-of-python-waits-before-it-knows-where-it-is",
    file: "libs/sdk-python/src/parley_sdk/watches.py",
    text: '0.0 if self.cursor == "now" else',
    replacement: '0.0 if self.cursor == "" else',
    noticedBy: watch,
    tests: onward,
  },
  {
    name: "watch-of-go-waits-before-it-knows-where-it-is",
    file: "libs/sdk-go/watch.go",
    text: 'if w.cursor == "now" {',
    replacement: 'if w.cursor == "" {',
    noticedBy: watch,
    tests: onward,
  },
  {
    name: "watch-of-typescript-gives-up",
    file: "libs/sdk-typescript/src/changes/changes-watch.ts",
    text: "if (!isOutage(error)) throw error;",
    replacement: "if (!isOutage(error) || error.status.length > 0) throw error;",
    noticedBy: typescript,
  },
  {
    name: "watch-of-typescript-never-ends",
    file: "libs/sdk-typescript/src/calls/retries.ts",
    text: "error.httpStatus >= 500 &&",
    replacement: "error.httpStatus >= 400 &&",
    noticedBy: typescript,
  },
  {
    name: "watch-of-python-never-ends",
    file: "libs/sdk-python/src/parley_sdk/watches.py",
    text: "is_fault = error.http_status >= 500",
    replacement: "is_fault = error.http_status >= 400",
    noticedBy: watch,
    tests: "ends at once with",
  },
  {
    name: "watch-of-go-never-ends",
    file: "libs/sdk-go/watch.go",
    text: "e.HTTPStatus >= 500 &&",
    replacement: "e.HTTPStatus >= 400 &&",
    noticedBy: watch,
    tests: "ends at once with",
  },
  {
    name: "watch-of-python-gives-up-after-a-fault",
    file: "libs/sdk-python/src/parley_sdk/watches.py",
    text: "is_fault = error.http_status >= 500",
    replacement: "is_fault = error.http_status > 500",
    noticedBy: watch,
    tests: onward,
  },
  {
    name: "watch-of-go-gives-up-after-a-fault",
    file: "libs/sdk-go/watch.go",
    text: "e.HTTPStatus >= 500 &&",
    replacement: "e.HTTPStatus > 500 &&",
    noticedBy: watch,
    tests: onward,
  },
  {
    name: "watch-of-python-asks-a-gateway-that-stops-all-the-time",
    file: "libs/sdk-python/src/parley_sdk/watches.py",
    text: "        if is_early:\n",
    replacement: "        if is_early and not page:\n",
    noticedBy: watch,
    tests: "pauses when a stopping gateway immediately returns no",
  },
  {
    name: "watch-of-go-asks-a-gateway-that-stops-all-the-time",
    file: "libs/sdk-go/watch.go",
    text: "time.Since(started) < wait/2:",
    replacement: "time.Since(started) < 0:",
    noticedBy: watch,
    tests: "pauses when a stopping gateway immediately returns no",
  },
  {
    name: "cursor-file-is-written-before-the-lines",
    file: "apps/cli/src/changes/changes.ts",
    text: "          await writeLines(data);\n          await file?.write(nextCursor);\n",
    replacement:
      "          await file?.write(nextCursor);\n          await new Promise((resolve) => setTimeout(resolve, 20));\n          await writeLines(data);\n",
    noticedBy: commandLine,
    tests: "a run that is killed repeatedly continues from",
  },
  {
    name: "cursor-file-is-not-read",
    file: "apps/cli/src/changes/changes.ts",
    text: "cursor: kept ?? options.cursor",
    replacement: "cursor: options.cursor",
    noticedBy: commandLine,
    tests: "a run that is killed repeatedly continues from",
  },
  {
    name: "torn-line-takes-the-next-with-it",
    file: "apps/cli/src/changes/changes.ts",
    text: "      if (kept !== undefined) await beginOnOwnLine();\n",
    replacement: "",
    noticedBy: commandLine,
    tests: "a line truncated by a kill affects no",
  },
];
