/** The separation of two samples: the difference of their means, and its number of standard errors (Welch). */
interface Separation {
  readonly difference: number;
  readonly t: number;
}

/** For samples with more than one value each. */
export function welch(left: readonly number[], right: readonly number[]): Separation {
  const [a, b] = [momentsOf(left), momentsOf(right)];
  const difference = a.mean - b.mean;
  const error = Math.sqrt(a.variance / left.length + b.variance / right.length);
  return { difference, t: error === 0 ? 0 : difference / error };
}

/** The fastest share of both samples: slower values were delayed by the machine, and would hide a difference. */
export function trimmed(left: readonly number[], right: readonly number[], share: number): [number[], number[]] {
  const sorted = [...left, ...right].sort((one, other) => one - other);
  const slowest = sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return [left.filter((value) => value <= slowest), right.filter((value) => value <= slowest)];
}

function momentsOf(values: readonly number[]): { mean: number; variance: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { mean, variance };
}
