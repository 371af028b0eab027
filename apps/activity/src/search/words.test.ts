import { expect, test } from "vitest";
import { fold, hasWanted, termsOf, wantedOf } from "./words.ts";

const finds = (query: string, text: string) => hasWanted(text, wantedOf(query));

test.each([
  [
    "Latin with marks",
    "Crème brûlée für Łódź, groß",
    ["creme", "BRULEE fur", "lodz", "gross", "ﬀ", "grosser"],
    [true, true, true, true, false, false],
  ],
  ["Cyrillic", "Ёлка и чай у Нины", ["елка", "ЧАЙ", "чаи", "нин", "мин"], [true, true, true, true, false]],
  ["Greek", "Ο δρόμος της Αθήνας", ["δρομος", "ΔΡΟΜΟΣ", "αθηνα", "αθηνες"], [true, true, true, false]],
  ["Arabic", "السَّلامُ عَلَيْكُم يا أحمد", ["السلام", "عليكم", "احمد", "السلا", "سلام"], [true, true, true, true, false]],
  ["Hebrew", "שָׁלוֹם לכולם", ["שלום", "של", "לכולם שלום", "לום"], [true, true, true, false]],
  ["Thai", "สวัสดีครับ ยินดีต้อนรับ", ["สวัสดี", "ยินดี", "ต้อนรับ", "ส", "ขอบคุณ"], [true, true, true, true, false]],
  ["Chinese", "我们在东京都开会", ["东京", "东京都", "开会", "京", "西京"], [true, true, true, true, false]],
  [
    "Japanese",
    "東京タワーでデザインを見た",
    ["タワー", "ﾀﾜｰ", "デザイン", "東京", "テサイン", "大阪"],
    [true, true, true, true, false, false],
  ],
  ["Korean", "한국어 댓글을 검색합니다", ["한국어", "한국", "댓글", "검색", "글을"], [true, true, true, true, false]],
  ["emoji", "Ship it 👍🏽 🇫🇷 👩‍💻 now", ["👍", "👍🏿", "🇫🇷", "👩‍💻", "ship 👍", "🎉", "🇩🇪"], [true, true, true, true, true, false, false]],
  ["numbers and signs", "PR #4711: fix (v2.10)", ["4711", "#47", "v2", "2", "10", "711"], [true, true, true, false, true, false]],
])("in %s words are found regardless of case and marks, and the last one by a prefix", (_, text, queries, expected) => {
  expect(queries.map((query) => finds(query, text))).toEqual(expected);
});

test("every word of a query except the last must match a whole word", () => {
  expect(finds("typo pag", "A typo on the page")).toBe(true);
  expect(finds("typ page", "A typo on the page")).toBe(false);
  expect(finds("page typo", "A typo on the page")).toBe(true);
});

test("a long word is found by a long prefix of it, and not by a word that only begins alike", () => {
  const text = "An internationalization of it";

  expect(finds("internationaliz", text)).toBe(true);
  expect(finds("internationalist", text)).toBe(false);
});

test("a query without letters, numbers or emoji has no terms", () => {
  expect(wantedOf("  -- ! \u200d").terms).toEqual([]);
});

test("a very long text has a bounded number of terms", () => {
  const text = Array.from({ length: 20_000 }, (_, index) => `w${index}x`).join(" ");

  expect(termsOf(text).size).toBe(5_000);
});

test("a very long run without spaces has a bounded number of terms, and is found by its beginning", () => {
  const run = Array.from({ length: 20_000 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join("");

  expect(termsOf(run).size).toBe(5_000);
  expect([run.slice(100, 104), run.slice(100, 101)].map((query) => finds(query, run))).toEqual([true, true]);
});

test("different spellings of the same text fold to the same form", () => {
  expect(fold("Ｅ\u0301te\u0301 Ὀδυσσεύς")).toBe(fold("ÉTÉ οδυσσευσ"));
});
