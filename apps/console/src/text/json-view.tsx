import { Box, Code, Group, Paper, Text } from "@mantine/core";
import { Copy } from "./copy.tsx";
import { jsonTokens } from "./json-tokens.ts";
import { shownText } from "./mentioned.ts";

interface JsonViewProps {
  readonly value: unknown;
  /** The name of the value, for screen readers. */
  readonly label?: string;
}

// Characters. Beyond this there would be too many tokens for a page.
const mostColoured = 60_000;

/** JSON with syntax colours. */
export function JsonView({ value, label = "JSON" }: JsonViewProps) {
  const json = JSON.stringify(value, null, 2) ?? "";
  const text = shownText(json);
  return (
    <Paper withBorder>
      <Group justify="space-between" ps="sm" pe={4} py={2} className="json-head">
        <Text size="xs" c="dimmed" fw={500}>
          {label}
        </Text>
        <Copy value={json} label={`Copy ${label}`} />
      </Group>
      <Box component="pre" tabIndex={0} aria-label={label} role="region" className="json">
        <Code bg="transparent" p={0}>
          {text.length > mostColoured
            ? text
            : jsonTokens(text).map(({ kind, text: piece }, index) =>
                kind === "plain" ? (
                  piece
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a token has no other identity than its position.
                  <span key={index} className={`json-${kind}`}>
                    {piece}
                  </span>
                ),
              )}
        </Code>
      </Box>
    </Paper>
  );
}
