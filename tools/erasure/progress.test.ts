import { expect, test } from "vitest";
import { setbacks } from "./progress.ts";

const begun = { isDeleteCompleted: false, tasksLeft: 5, lastTaskCompletedTime: 0 };
const done = { isDeleteCompleted: true, tasksLeft: 0, lastTaskCompletedTime: 1_000 };

test("progress that grows or stays equal is no setback", () => {
  expect(setbacks([begun, begun, { ...begun, tasksLeft: 3, lastTaskCompletedTime: 900 }, done, done])).toEqual([]);
});

test("each setback of the progress is reported", () => {
  expect(setbacks([begun, { ...begun, tasksLeft: 6 }])).toEqual(["The number of remaining tasks rose from 5 to 6."]);
  expect(setbacks([done, { ...done, isDeleteCompleted: false }])).toEqual(["The removal was complete, and then it was not."]);
  expect(setbacks([done, { ...done, lastTaskCompletedTime: 999 }])).toEqual(["The time of the last task fell from 1000 to 999."]);
});
