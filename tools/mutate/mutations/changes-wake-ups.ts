import type { Mutation } from "../mutation.ts";

const followed = "apps/gateway/src/changes/followed-changes.ts";
const listener = "apps/gateway/src/changes/changes-listener.ts";
const followedTest = ["apps/gateway/src/changes/followed-changes.test.ts"];
const listenerTest = ["apps/gateway/src/changes/changes-listener.test.ts"];
const response = "apps/gateway/src/http/stream-response.ts";
const responseTest = ["apps/gateway/src/http/stream-response.test.ts"];
const watched = ["apps/activity/test/changes-watched.test.ts"];

/** Wake-ups by a change: of every affected reader, and of nobody else. */
export const changesWakeUps: readonly Mutation[] = [
  {
    name: "reader-of-another-document-is-woken",
    file: "apps/activity/src/feed/feed-watch.ts",
    text: "else if (news !== undefined && mayConcern(news, waiter.wanted)) waiter.wake(news);",
    replacement: "else if (news !== undefined) waiter.wake(news);",
    noticedBy: ["apps/activity/src/feed/feed-watch.test.ts"],
  },
  {
    name: "stream-of-another-document-reads",
    file: followed,
    text: "if (!mayConcern(news, this.#request)) this.#passed = true;",
    replacement: 'if (!mayConcern(news, { ...this.#request, documentId: "" })) this.#passed = true;',
    noticedBy: followedTest,
  },
  {
    name: "change-without-a-document-concerns-no-reader-of-one",
    file: "libs/contracts/src/changes-news.ts",
    text: 'wanted === "" || given === "" || given === wanted',
    replacement: 'wanted === "" || given === wanted',
    noticedBy: ["libs/contracts/src/changes-news.test.ts"],
  },
  {
    name: "places-are-named-as-if-they-were-all",
    file: "apps/activity/src/feed/feed-news.store.ts",
    text: "isAnywhere: places.length >= mostPlaces",
    replacement: "isAnywhere: places.length < 0",
    noticedBy: watched,
    tests: "very many changes at once are announced without",
  },
  {
    name: "stream-forgets-what-happens-while-it-reads",
    file: followed,
    text: "      if (!page.upToDate) this.#mayHaveChanges = true;\n",
    replacement: "      this.#mayHaveChanges = !page.upToDate;\n",
    noticedBy: followedTest,
  },
  {
    name: "stream-shares-a-page-that-was-begun-too-early",
    file: followed,
    text: "JSON.stringify([asked, this.#listener.heard])",
    replacement: "JSON.stringify([asked])",
    noticedBy: followedTest,
  },
  {
    name: "stream-trusts-a-listener-that-hears-nothing",
    file: followed,
    text: "    if (!isHearing) this.#mayHaveChanges = true;\n",
    replacement: "",
    noticedBy: followedTest,
  },
  {
    name: "bookmark-stays-before-what-the-filters-left-out",
    file: followed,
    text: "    if (this.#passed) this.#mayHaveChanges = true;\n    return this.#passed ? undefined : this",
    replacement: "    return this",
    noticedBy: followedTest,
  },
  {
    name: "call-bookmark-stays-before-what-the-filters-left-out",
    file: "apps/activity/src/feed/watch-changes.ts",
    text: "isWaiting = waited.news === undefined && !(passed && isDue);",
    replacement: "isWaiting = waited.news === undefined;",
    noticedBy: watched,
    tests: "a bookmark comes while there is no matching",
  },
  {
    name: "stream-that-failed-goes-on-listening",
    file: followed,
    text: "      this.end();\n      throw error;",
    replacement: "      throw error;",
    noticedBy: followedTest,
  },
  {
    name: "listening-does-not-end-with-the-last-stream",
    file: listener,
    text: "    this.#ending.abort();\n",
    replacement: "",
    noticedBy: listenerTest,
  },
  {
    name: "what-happened-before-the-listener-heard-is-not-read",
    file: listener,
    text: "this.#tell(this.#isHearing ? each : anything);",
    replacement: "this.#tell(each);",
    noticedBy: listenerTest,
  },
  {
    name: "streams-wait-for-a-listener-that-failed",
    file: listener,
    text: "        this.#isHearing = false;\n        this.#tell(anything);\n",
    replacement: "",
    noticedBy: listenerTest,
  },
  {
    name: "stream-does-not-wait-for-its-client",
    file: response,
    text: "if (!this.#response.write(part)) await this.#drained();",
    replacement: "this.#response.write(part);",
    noticedBy: responseTest,
    tests: "a client that reads nothing",
  },
  {
    name: "stream-goes-on-without-its-client",
    file: response,
    text: "      void stream.return();\n",
    replacement: "",
    noticedBy: responseTest,
    tests: "the stream is released",
  },
  {
    name: "stream-is-never-cut-off",
    file: response,
    text: "() => this.#response.destroy(), cutMs",
    replacement: "() => undefined, cutMs",
    noticedBy: responseTest,
    tests: "a response that takes too long",
  },
  {
    name: "readers-may-lose-their-connections-in-an-upgrade",
    file: "tools/promises/changes/verdict.ts",
    text: "breaks || reader.broken === 0",
    replacement: "breaks || reader.broken >= 0",
    noticedBy: ["tools/promises/changes/verdict.test.ts"],
  },
];
