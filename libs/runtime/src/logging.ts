import { type DestinationStream, type Logger as PinoLogger, pino, stdSerializers } from "pino";
import { withoutSecrets } from "./without-secrets.ts";

export type Logger = PinoLogger;

interface LoggingOptions {
  readonly level: string;
  /** Readable lines for a terminal instead of JSON. */
  readonly pretty: boolean;
}

/** JSON lines on standard output, ISO times, secrets removed by key wherever they stand. */
export async function createLogger({ level, pretty }: LoggingOptions): Promise<Logger> {
  const options = {
    level,
    timestamp: isoTime,
    base: null,
    formatters: { level: (label: string) => ({ level: label }), log: (line: object) => withoutSecrets(line) as Record<string, unknown> },
    serializers: { err: (error: Error) => withoutSecrets(stdSerializers.err(error)) },
  };
  return pretty ? pino(options, await prettyStream()) : pino(options);
}

let second = 0;
let secondText = "";

// A line a request: the part of the time that stays for a second is made once in it.
function isoTime(): string {
  const nowMs = Date.now();
  const milliseconds = nowMs % 1000;
  if (nowMs - milliseconds !== second) {
    second = nowMs - milliseconds;
    secondText = `,"time":"${new Date(second).toISOString().slice(0, -"000Z".length)}`;
  }
  return `${secondText}${String(milliseconds).padStart(3, "0")}Z"`;
}

// Loaded only for a person's terminal: it costs memory and time that a service does not have to spend.
async function prettyStream(): Promise<DestinationStream> {
  // The default export is the one that a bundle keeps of a package in CommonJS.
  const { default: prettyLines } = await import("pino-pretty");
  return prettyLines({ colorize: true, ignore: "requestId", translateTime: "SYS:HH:MM:ss.l" });
}
