interface Target {
  addEventListener(event: string, listener: () => void): void;
}

/** The parts of a browser's global object that the client uses; all of them are missing outside a browser. */
const page = globalThis as Partial<Target> & { readonly document?: Target };

/** Calls `onNetwork` when the network comes or goes, and `onVisibility` when the page is shown or hidden. */
export function onPageChange(onNetwork: () => void, onVisibility: () => void): void {
  for (const event of ["online", "offline"]) page.addEventListener?.(event, onNetwork);
  page.document?.addEventListener("visibilitychange", onVisibility);
}
