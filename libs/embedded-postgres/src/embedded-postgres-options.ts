export interface EmbeddedPostgresOptions {
  /** Created when missing, with its parents. The superuser's password is kept beside it, in `<dataDir>.password`. */
  dataDir: string;
  /** On 127.0.0.1; 0 picks a free one, or keeps that of a server that still runs on this folder. */
  port: number;
  /** False for data that may be lost with the machine, as in tests: nothing is flushed to disk. */
  durable: boolean;
  /** Called with each line that a server started here prints; the output of one that was already running is lost. */
  log?: (line: string) => void;
  /** Further server settings, such as `log_min_messages`. They override the defaults, but not address, port and socket. */
  settings?: Record<string, string>;
  /** The folder of a package with another release of the server (15 or newer) than the one that is installed. */
  packageRoot?: string;
}
