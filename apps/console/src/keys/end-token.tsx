import { Button, Code, Group, Modal, Select, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Their } from "../text/their.tsx";

interface Named {
  readonly tokenId: string;
  readonly token: string;
  readonly name: string;
}

interface RevokeTokenProps {
  readonly token: Named | undefined;
  readonly run: (tokenId: string) => void;
  readonly isRunning: boolean;
  readonly onClose: () => void;
}

/** Asks for confirmation before a token is revoked. */
export function RevokeToken({ token, run, isRunning, onClose }: RevokeTokenProps) {
  return (
    <Modal opened={token !== undefined} onClose={onClose} title="Revoke this token?">
      <Text size="sm">
        Whoever uses <Their or="it">{token?.name}</Their> (<Code>{token?.token}</Code>) is refused within 5 seconds. This cannot be undone.
      </Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          Keep it
        </Button>
        <Button
          color="red"
          loading={isRunning}
          onClick={() => {
            if (token !== undefined) run(token.tokenId);
            onClose();
          }}
        >
          Revoke
        </Button>
      </Group>
    </Modal>
  );
}

interface RotateTokenProps extends Omit<RevokeTokenProps, "run"> {
  readonly run: (tokenId: string, overlapSeconds: number) => void;
}

const overlaps = [
  { value: "0", label: "At once" },
  { value: "3600", label: "In an hour" },
  { value: "86400", label: "In a day" },
  { value: "604800", label: "In a week" },
];

/** Asks for how long a rotated token stays valid. */
export function RotateToken({ token, run, isRunning, onClose }: RotateTokenProps) {
  const [overlap, setOverlap] = useState("86400");
  return (
    <Modal opened={token !== undefined} onClose={onClose} title="Rotate this token?">
      <Stack>
        <Text size="sm">
          A new token with the same rights takes the place of <Their or="it">{token?.name}</Their> (<Code>{token?.token}</Code>). Bring it
          everywhere the old one is used before it expires.
        </Text>
        <Select
          label="The old token expires"
          data={overlaps}
          value={overlap}
          onChange={(value) => setOverlap(value ?? "86400")}
          allowDeselect={false}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Keep it
          </Button>
          <Button
            loading={isRunning}
            onClick={() => {
              if (token !== undefined) run(token.tokenId, Number(overlap));
              onClose();
            }}
          >
            Rotate
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
