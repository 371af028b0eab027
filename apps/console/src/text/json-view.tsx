import { Code } from "@mantine/core";
import { shownText } from "./shown-text.ts";

/** Any JSON, as text. */
export function JsonView({ value }: { readonly value: unknown }) {
  return (
    <Code
      block
      tabIndex={0}
      aria-label="JSON"
      style={{ maxHeight: 420, overflow: "auto", overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}
    >
      {shownText(JSON.stringify(value, null, 2) ?? "")}
    </Code>
  );
}
