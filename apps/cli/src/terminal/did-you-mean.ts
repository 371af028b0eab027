/** ` Did you mean …?` with the words closest to a mistyped one; empty if none is close. */
export function didYouMean(typed: string, known: readonly string[]): string {
  const most = Math.min(3, Math.floor(typed.length / 2));
  const distances = known.map((word) => ({ word, distance: distance(typed.toLowerCase(), word.toLowerCase()) }));
  const least = Math.min(...distances.map(({ distance: each }) => each));
  if (least > most) return "";
  const near = distances.filter(({ distance: each }) => each === least).map(({ word }) => word);
  return ` Did you mean ${near.slice(0, 3).join(" or ")}?`;
}

/** The number of letters to add, remove, change or swap with their neighbour: the optimal string alignment distance. */
function distance(from: string, to: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: to.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= from.length; row++) {
    const next = [row];
    for (let column = 1; column <= to.length; column++) {
      const changed = (last[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const swapped = isSwap ? (before[column - 2] ?? 0) + 1 : changed;
      next.push(Math.min((last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, changed, swapped));
    }
    [before, last] = [last, next];
  }
  return last[to.length] ?? 0;
}
