import { Code } from "@mantine/core";

/** Any JSON, as text. */
export function JsonView({ value }: { readonly value: unknown }) {
  return (
    <Code
      block
      tabIndex={0}
      aria-label="JSON"
      style={{ maxHeight: 420, overflow: "auto", overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}
    >
      {JSON.stringify(value, null, 2)}
    </Code>
  );
}
