import type { Mutation } from "../mutation.ts";

const searched = ["apps/activity/test/search.test.ts"];
const texts = ["apps/activity/src/search/searchable-text.test.ts"];
const words = ["apps/activity/src/search/words.test.ts"];
const threads = "apps/activity/src/search/search-threads.ts";
const places = "apps/activity/src/search/places-of-threads.ts";

/** Who may search, what is found, and how much a request does. */
export const searchMutations: readonly Mutation[] = [
  {
    name: "a-key-that-is-off-is-searched",
    file: threads,
    text: "if (!(await keyOptions.of(apiKeyId)).isSearched) {",
    replacement: "if (!(await keyOptions.of(apiKeyId)).isSearched && apiKeyId === organizationId) {",
    noticedBy: searched,
    tests: "while search is off",
  },
  {
    name: "the-index-is-believed",
    file: threads,
    text: "const matching = texts.filter(({ text }) => hasWanted(text, wanted));",
    replacement: "const matching = texts.filter(({ text }) => hasWanted(text, wanted) || true);",
    noticedBy: searched,
    tests: "what the index says wrongly",
  },
  {
    name: "a-disabled-document-is-searched",
    file: threads,
    text: 'states.get(row.documentId) === "open"',
    replacement: 'states.get(row.documentId) !== "none"',
    noticedBy: searched,
    tests: "disabled or deleted",
  },
  {
    name: "a-search-looks-at-any-number-of-threads",
    file: threads,
    text: "round === mostRounds || examined >= scannedRows",
    replacement: "round === 1_000",
    noticedBy: searched,
    tests: "a bounded number of threads",
  },
  {
    name: "a-query-has-any-number-of-words",
    file: threads,
    text: "wanted.terms.length > mostTerms",
    replacement: "wanted.terms.length > 10_000",
    noticedBy: searched,
    tests: "a query without a word",
  },
  {
    name: "what-is-not-indexed-is-not-found",
    file: places,
    text: "const written = this.#unindexed.filter(",
    replacement: "const written = this.#unindexed.slice(0, 0).filter(",
    noticedBy: searched,
    tests: "is seen at once",
  },
  {
    name: "an-index-that-is-behind-keeps-silent",
    file: places,
    text: "isWhole: !hasMore",
    replacement: "isWhole: !hasMore || true",
    noticedBy: searched,
    tests: "too far behind",
  },
  {
    name: "a-page-that-ends-by-its-bytes-is-the-whole-feed",
    file: "apps/activity/src/search/written-comments.store.ts",
    text: "(!last.isLast || last.isScanEnd)",
    replacement: "(rows.length === page.limit || last.isScanEnd)",
    noticedBy: searched,
    tests: "fills more than a page",
  },
  {
    name: "an-index-that-is-being-removed-is-searched",
    file: "apps/activity/src/search/index-progress.ts",
    text: "state?.isLeaving === true ? undefined : state",
    replacement: "state",
    noticedBy: searched,
    tests: "is being removed",
  },
  {
    name: "an-index-that-begins-meanwhile-is-removed",
    file: "apps/activity/src/search/keep-indexes.ts",
    text: "const unwanted = known.filter(",
    replacement: "const unwanted = (await indexedKeys(database)).filter(",
    noticedBy: searched,
    tests: "while the keys are listed",
  },
  {
    name: "a-comment-has-any-number-of-terms",
    file: "apps/activity/src/search/words.ts",
    text: "terms.size >= mostTerms",
    replacement: "terms.size >= 10_000_000",
    noticedBy: words,
    tests: "without end has a bounded number",
  },
  {
    name: "tags-are-looked-for-from-each-beginning",
    file: "apps/activity/src/search/searchable-text.ts",
    text: "const tag = /<[^<>]*>/g;",
    replacement: "const tag = /<[^>]*>/g;",
    noticedBy: texts,
    tests: "tags that never end",
  },
  {
    name: "html-of-any-length-is-searched",
    file: "apps/activity/src/search/searchable-text.ts",
    text: "textOf(html.slice(0, searchedHtmlCharacters))",
    replacement: "textOf(html)",
    noticedBy: texts,
    tests: "HTML without end",
  },
  {
    name: "marks-matter",
    file: "apps/activity/src/search/fold.ts",
    text: '.replace(marks, "")',
    replacement: "",
    noticedBy: words,
    tests: "words are found",
  },
  {
    name: "turning-search-off-keeps-the-index",
    file: "apps/activity/src/search/keep-indexes.ts",
    text: "if (unwanted.length > 0)",
    replacement: "if (unwanted.length > 1_000)",
    noticedBy: searched,
    tests: "terms of a comment go with it",
  },
];
