import { expect } from "vitest";
import type { HttpAnswer } from "./customer.ts";

/** Expects an error in the envelope of all errors, with the request id of its header. */
export function expectError(answer: HttpAnswer, httpStatus: number, status: string): void {
  expect(answer.status).toBe(httpStatus);
  expect(answer.headers["content-type"]).toContain("application/json");
  expect(answer.body.error).toMatchObject({ status, message: expect.stringMatching(/[.?]$/), requestId: answer.headers["x-request-id"] });
}
