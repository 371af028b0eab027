import { Box, Code, Flex, Group, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { Copy } from "../text/copy.tsx";
import { shownText } from "../text/shown-text.ts";
import { Their } from "../text/their.tsx";

interface PageProps {
  readonly title: string;
  /** Of the thing that the page is about; shown small beneath its name. */
  readonly id?: string;
  /** The pages above it. */
  readonly trail?: ReactNode;
  /** What state the thing is in. */
  readonly state?: ReactNode;
  readonly about?: ReactNode;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page: its title, which the browser's tab shows too, what it is for, and what can be done on it. */
export function Page({ title, id, trail, state, about, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${shownText(title)} · Parley`;
  }, [title]);
  return (
    <Stack gap="lg">
      <Flex justify="space-between" align="flex-end" gap="md" wrap={{ base: "wrap", sm: "nowrap" }}>
        <Box miw={0}>
          {trail}
          <Group gap="sm" wrap="nowrap">
            <Title order={1} lineClamp={2}>
              <Their>{title}</Their>
            </Title>
            {state}
          </Group>
          {id !== undefined && (
            <Group gap={2} wrap="nowrap" mt={2}>
              <Code style={{ overflowWrap: "anywhere" }}>{shownText(id)}</Code>
              <Copy value={id} label="Copy the id" />
            </Group>
          )}
          {about !== undefined && (
            <Text c="dimmed" size="sm" mt={4}>
              {about}
            </Text>
          )}
        </Box>
        {actions !== undefined && (
          <Group gap="xs" wrap="nowrap" style={{ flexShrink: 0 }}>
            {actions}
          </Group>
        )}
      </Flex>
      {children}
    </Stack>
  );
}
