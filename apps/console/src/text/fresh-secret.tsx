import { Alert, Code, Group, Text } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { Copy } from "./copy.tsx";

interface FreshSecretProps {
  readonly label: string;
  readonly secret: string;
  /** Tells where the secret can be read again later. */
  readonly again: string;
}

/** A newly created secret, shown in plain text this once. */
export function FreshSecret({ label, secret, again }: FreshSecretProps) {
  return (
    <Alert color="green" icon={<IconKey aria-hidden />} title={label} role="status">
      <Group wrap="nowrap" gap="xs">
        <Code style={{ overflowWrap: "anywhere" }} data-testid="fresh-secret">
          {secret}
        </Code>
        <Copy value={secret} label="Copy" />
      </Group>
      <Text size="sm" mt="xs">
        Keep it now. {again}
      </Text>
    </Alert>
  );
}
