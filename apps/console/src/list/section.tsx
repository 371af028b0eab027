import { Grid, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

interface SectionProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page: the description on the left, the content on the right; on phones one above the other. */
export function Section({ title, about, children }: SectionProps) {
  return (
    <Grid gap={{ base: "sm", md: "xl" }}>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Title order={2}>{title}</Title>
        {about !== undefined && (
          <Text size="sm" c="dimmed" mt={4} component="div">
            {about}
          </Text>
        )}
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 8 }}>{children}</Grid.Col>
    </Grid>
  );
}
