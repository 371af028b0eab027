interface RetiredWord {
  readonly word: RegExp;
  readonly instead: string;
}

// Words that pages no longer use, each with the word of libs/README.md that replaces it. A name on the wire or in the database may still
// contain one: pages write it as a code span.
const retiredWords: readonly RetiredWord[] = [
  { word: /\bremovals?\b/i, instead: "erasure" },
  { word: /\bpercentiles?\b/i, instead: "p95" },
  { word: /\bverdicts?\b/i, instead: "outcome" },
  { word: /\bjudg(?:e|es|ed|ing)\b/i, instead: "decide or check" },
  { word: /\bbur(?:y|ied|ies)\b/i, instead: "dead letter" },
  { word: /\bDLQs?\b|\bdead[- ]letter queues?\b/i, instead: "dead letters" },
  { word: /\btail latenc(?:y|ies)\b/i, instead: "p99" },
];

const fence = /^ *```[\s\S]*?^ *```/gm;
// Code spans and the targets of links; the text of a link is prose.
const named = /`[^`\n]+`|\]\([^)]*\)/g;

interface Found {
  readonly line: number;
  readonly word: string;
  readonly instead: string;
}

/**
 * The retired words in the prose of a page, by line from 1. Code spans, fenced blocks and targets of links are exempt, because they are
 * names.
 */
export function retiredWordsIn(markdown: string): Found[] {
  const prose = markdown.replaceAll(fence, (block) => block.replaceAll(/[^\n]/g, "")).replaceAll(named, "");
  return prose.split("\n").flatMap((text, index) =>
    retiredWords.flatMap(({ word, instead }) => {
      const found = word.exec(text)?.[0];
      return found === undefined ? [] : [{ line: index + 1, word: found, instead }];
    }),
  );
}
