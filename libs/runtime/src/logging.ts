import { type DestinationStream, type Logger as PinoLogger, pino, stdTimeFunctions } from "pino";

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
    timestamp: stdTimeFunctions.isoTime,
    base: null,
    redact: { paths: secretPaths, censor: "[redacted]" },
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return pretty ? pino(options, await prettyStream()) : pino(options);
}

const secretKeys = [
  "authorization",
  "authToken",
  "auth_token",
  "token",
  "apiKeySecret",
  "password",
  "secret",
  "masterKeys",
  "serviceTokens",
];
const secretPaths = secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);

// Loaded only for a person's terminal: it costs memory and time that a service does not have to spend.
async function prettyStream(): Promise<DestinationStream> {
  const { PinoPretty } = await import("pino-pretty");
  return PinoPretty({ colorize: true, ignore: "requestId", translateTime: "SYS:HH:MM:ss.l" });
}
