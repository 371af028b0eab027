import { shownText } from "./shown-text.ts";

/** Text that customers or their users wrote: shown as it is, and kept apart from the words around it. */
export function Their({ children, or = "—" }: { readonly children: string | null | undefined; readonly or?: string }) {
  return children === null || children === undefined || children === "" ? <span>{or}</span> : <bdi>{shownText(children)}</bdi>;
}
