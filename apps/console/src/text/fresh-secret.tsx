import { Alert, Code, Group, Text } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { Copy } from "./copy.tsx";

/** A secret that has just been made, and is shown this once. */
export function FreshSecret({ label, secret }: { readonly label: string; readonly secret: string }) {
  return (
    <Alert color="green" icon={<IconKey aria-hidden />} title={label} role="status">
      <Group wrap="nowrap" gap="xs">
        <Code style={{ overflowWrap: "anywhere" }} data-testid="fresh-secret">
          {secret}
        </Code>
        <Copy value={secret} label="Copy" />
      </Group>
      <Text size="sm" mt="xs">
        Keep it now: it is not shown again.
      </Text>
    </Alert>
  );
}
