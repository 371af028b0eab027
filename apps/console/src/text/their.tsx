import { shownText } from "./mentioned.ts";

/** Text written by customers or their users: shown as it is, and isolated from the direction of the words around it. */
export function Their({ children, or = "—" }: { readonly children: string | null | undefined; readonly or?: string }) {
  return children === null || children === undefined || children === "" ? <span>{or}</span> : <bdi>{shownText(children)}</bdi>;
}
