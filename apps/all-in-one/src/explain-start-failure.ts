/** One sentence for a problem that a person can correct; the stack only for a bug. */
export function explainStartFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port, path } = error as NodeJS.ErrnoException & { port?: number };
  switch (code) {
    case "EADDRINUSE":
      return `The port ${port} is in use by another program. Free it, or choose another port (PARLEY_GATEWAY_PORT, PARLEY_OPS_PORT, PARLEY_<SERVICE>_PORT; 0 chooses a free one).`;
    case "ENOSPC":
      return "The disk is full: Parley cannot write its data folder.";
    case "EACCES":
    case "EROFS":
    case "EPERM":
      return `Parley has no permission to write ${path ?? "its data folder"}. Grant it, or choose another folder with PARLEY_DATA_DIR.`;
    default:
      return error.name === "Error" || error.name.endsWith("TypeError") ? (error.stack ?? error.message) : error.message;
  }
}
