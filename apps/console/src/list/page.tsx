import { Box, Flex, Group, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { Their } from "../text/their.tsx";

interface PageProps {
  readonly title: string;
  readonly about?: ReactNode;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page: its title, which the browser's tab shows too, what it is for, and what can be done on it. */
export function Page({ title, about, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Parley`;
  }, [title]);
  return (
    <Stack gap="lg">
      <Flex justify="space-between" align="flex-start" gap="md" wrap={{ base: "wrap", sm: "nowrap" }}>
        <Box miw={0}>
          <Title order={1}>
            <Their>{title}</Their>
          </Title>
          {about !== undefined && (
            <Text c="dimmed" mt={4}>
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
