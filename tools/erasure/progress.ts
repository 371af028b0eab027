/** The progress of a removal. */
export interface Progress {
  readonly isDeleteCompleted: boolean;
  readonly tasksLeft: number;
  /** In ms; 0 before the first task is done. */
  readonly lastTaskCompletedTime: number;
}

/** One sentence for each setback of the progress. */
export function setbacks(seen: readonly Progress[]): string[] {
  return seen.flatMap((now, index) => {
    const before = seen[index - 1];
    if (before === undefined) return [];
    return [
      ...(now.tasksLeft > before.tasksLeft ? [`The number of remaining tasks rose from ${before.tasksLeft} to ${now.tasksLeft}.`] : []),
      ...(before.isDeleteCompleted && !now.isDeleteCompleted ? ["The removal was complete, and then it was not."] : []),
      ...(now.lastTaskCompletedTime < before.lastTaskCompletedTime
        ? [`The time of the last task fell from ${before.lastTaskCompletedTime} to ${now.lastTaskCompletedTime}.`]
        : []),
    ];
  });
}
