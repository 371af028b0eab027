const mostEdits = 3;

/**
 * The name that was probably intended: the one with the smallest Damerau-Levenshtein distance (optimal string alignment), if at most a
 * third of the letters differ. Capitals and separators do not count: `user_id` is `userId`.
 */
export function closestName(given: string, names: readonly string[]): string | undefined {
  const from = lettersOf(given);
  const allowed = Math.max(1, Math.min(mostEdits, Math.floor(from.length / 3)));
  let closest: string | undefined;
  let fewest = allowed + 1;
  for (const name of names) {
    const to = lettersOf(name);
    if (Math.abs(to.length - from.length) >= fewest) continue;
    const edits = editsBetween(from, to);
    if (edits < fewest) [closest, fewest] = [name, edits];
  }
  return closest;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** The number of letters added, left out, replaced, or exchanged with their neighbour. */
function editsBetween(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isExchanged = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isExchanged ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
