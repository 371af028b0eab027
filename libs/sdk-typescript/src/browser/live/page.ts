interface Target {
  addEventListener(event: string, listener: () => void): void;
}

/** What is used of a browser's page; programs outside of one have none of it. */
const page = globalThis as Partial<Target> & { readonly document?: Target };

/** Calls when the network comes or goes, and when somebody looks at the page again or leaves it. */
export function onPageChange(onNetwork: () => void, onVisibility: () => void): void {
  for (const event of ["online", "offline"]) page.addEventListener?.(event, onNetwork);
  page.document?.addEventListener("visibilitychange", onVisibility);
}
