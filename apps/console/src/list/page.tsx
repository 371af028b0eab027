import { Box, Code, Flex, Group, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { Copy } from "../text/copy.tsx";
import { shownText } from "../text/mentioned.ts";
import { Their } from "../text/their.tsx";

interface PageProps {
  readonly title: string;
  /** The id of the page's object, shown small beneath its name. */
  readonly id?: string;
  /** Links to the pages above. */
  readonly trail?: ReactNode;
  /** The state of the object. */
  readonly state?: ReactNode;
  readonly about?: ReactNode;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page with a title, which is also the browser tab's, a description, and actions. */
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
