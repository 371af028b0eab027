interface Target {
  addEventListener(event: string, listener: (event: { readonly persisted?: boolean }) => void): void;
}

/** The parts of a browser's global object that the client uses; all of them are missing outside a browser. */
const page = globalThis as Partial<Target> & { readonly document?: Target };

/**
 * Calls `onNetwork` when the network comes or goes, `onVisibility` when the page is shown or hidden, and `onAway` when the browser keeps the
 * page for the way back (true) or has come back to it (false).
 */
export function onPageChange(onNetwork: () => void, onVisibility: () => void, onAway: (isAway: boolean) => void): void {
  for (const event of ["online", "offline"]) page.addEventListener?.(event, onNetwork);
  page.document?.addEventListener("visibilitychange", onVisibility);
  for (const event of ["pagehide", "pageshow"])
    page.addEventListener?.(event, ({ persisted }) => persisted === true && onAway(event === "pagehide"));
}
