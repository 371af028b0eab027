import { type DestinationStream, type LoggerOptions, type Logger as PinoLogger, pino } from "pino";
import { loggedError } from "./logged-error.ts";
import { StandardOutput } from "./standard-output.ts";
import { withoutSecrets } from "./without-secrets.ts";

export type Logger = PinoLogger;

type LogMethodHook = NonNullable<NonNullable<LoggerOptions["hooks"]>["logMethod"]>;

interface LoggingOptions {
  readonly level: string;
  /** Readable lines instead of JSON, for a terminal. */
  readonly pretty: boolean;
}

const warn = 40;

/**
 * JSON lines on standard output, with ISO times; secrets are removed by their names wherever they occur. Lines up to `info` are written
 * together, within a tenth of a second, because a write for each costs more than the rest of the line. They are lost only when the process
 * is killed.
 */
export async function createLogger({ level, pretty }: LoggingOptions): Promise<Logger> {
  const options = {
    level,
    timestamp: isoTime,
    base: null,
    formatters: { level: (label: string) => ({ level: label }), log: (line: object) => withoutSecrets(line) as Record<string, unknown> },
    serializers: { err: (error: unknown) => withoutSecrets(error instanceof Error ? loggedError(error) : error) },
  };
  if (pretty) return pino(options, await prettyStream());
  const stream = standardOutput();
  const logMethod: LogMethodHook = function (parameters, method, level) {
    method.apply(this, parameters);
    if (level >= warn) stream.flush();
  };
  return pino({ ...options, hooks: { logMethod } }, stream);
}

let stdout: StandardOutput | undefined;

// One for the process, however many loggers there are: the lines of two buffers would interleave.
function standardOutput(): StandardOutput {
  stdout ??= new StandardOutput();
  return stdout;
}

/** Log lines that were dropped because the reader was too slow. */
export function droppedLines(): number {
  return stdout?.dropped ?? 0;
}

let second = 0;
let secondText = "";

// There is a line per request, so the part of the time that stays the same for a second is formatted once a second.
function isoTime(): string {
  const nowMs = Date.now();
  const milliseconds = nowMs % 1000;
  if (nowMs - milliseconds !== second) {
    second = nowMs - milliseconds;
    secondText = `,"time":"${new Date(second).toISOString().slice(0, -"000Z".length)}`;
  }
  return `${secondText}${String(milliseconds).padStart(3, "0")}Z"`;
}

// Loaded only for a terminal, because it costs memory and time.
async function prettyStream(): Promise<DestinationStream> {
  // A bundle keeps only the default export of a CommonJS package.
  const { default: prettyLines } = await import("pino-pretty");
  return prettyLines({ colorize: true, ignore: "requestId", translateTime: "SYS:HH:MM:ss.l" });
}
