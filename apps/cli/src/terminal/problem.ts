import {
  AskAiFailure,
  BatchError,
  ConnectionError,
  DeadlineExceededError,
  InternalError,
  InvalidArgumentError,
  ParleyError,
  PermissionDeniedError,
  ResourceExhaustedError,
  UnauthenticatedError,
  UnavailableError,
} from "@parley/sdk";
import { type ExitCode, exitCodes } from "./exit-codes.ts";

/** The description of an error. */
export interface Problem {
  readonly exitCode: ExitCode;
  readonly message: string;
  /** The status word of Parley's response. */
  readonly status?: string;
  readonly requestId?: string;
  readonly details?: unknown;
}

/** The command line is incomplete or contradicts itself. */
export class UsageError extends Error {}

/** Credentials are missing. */
export class CredentialsError extends Error {}

/** Parley cannot be reached. */
export class Unreached extends Error {}

/** The person at the terminal cancelled. */
export class Interrupted extends Error {}

/** The description of an error, in a sentence. */
export function problemOf(error: unknown): Problem {
  if (error instanceof UsageError) return { exitCode: exitCodes.usage, message: error.message };
  if (error instanceof CredentialsError) return { exitCode: exitCodes.credentials, message: error.message };
  if (error instanceof Unreached) return { exitCode: exitCodes.unavailable, message: error.message };
  if (error instanceof Interrupted) return { exitCode: exitCodes.interrupted, message: "Interrupted." };
  if (error instanceof BatchError) return { ...problemOfAnswer(error), exitCode: exitCodes.partly, details: error.failed };
  if (error instanceof AskAiFailure) return { exitCode: exitCodes.refused, message: error.message };
  if (error instanceof ParleyError) return problemOfAnswer(error);
  // The client's error if credentials for an operation are missing.
  if (error instanceof TypeError && error.message.endsWith("which this client was not given.")) {
    return { exitCode: exitCodes.credentials, message: `${error.message} Run \`parley login\`, or set it in the environment.` };
  }
  return { exitCode: exitCodes.failed, message: error instanceof Error ? error.message : String(error) };
}

function problemOfAnswer(error: ParleyError): Problem {
  const violations = error instanceof InvalidArgumentError ? error.violations : [];
  // Most messages begin with their field.
  const further = violations
    .filter(({ message }) => !error.message.includes(message))
    .map(({ field, message }) => (message.includes(field) ? message : `${field}: ${message}`));
  return {
    exitCode: exitCodeOf(error),
    message: [error.message, ...further].join(" "),
    status: error.status,
    ...(error.requestId === "" ? {} : { requestId: error.requestId }),
    ...(error.details === undefined ? {} : { details: error.details }),
  };
}

function exitCodeOf(error: ParleyError): ExitCode {
  if (error instanceof UnauthenticatedError || error instanceof PermissionDeniedError) return exitCodes.credentials;
  const passing = [ConnectionError, UnavailableError, DeadlineExceededError, ResourceExhaustedError];
  if (passing.some((kind) => error instanceof kind)) return exitCodes.unavailable;
  return error instanceof InternalError ? exitCodes.failed : exitCodes.refused;
}
