import { Group, SimpleGrid, Text, ThemeIcon } from "@mantine/core";
import { IconCheck, IconCircle } from "@tabler/icons-react";
import { PageLink } from "../list/link.tsx";
import { useParley } from "../parley/client.ts";
import type { FirstSteps } from "./use-first-steps.ts";

const items = [
  { step: "document", words: "Add a first document", to: "/k/$key/places", search: {} },
  { step: "comment", words: "Add a first comment", to: "/k/$key/places", search: {} },
  { step: "webhook", words: "Set a webhook", to: "/k/$key/webhooks", search: { tab: "endpoints" } },
  { step: "mail", words: "Set up e-mail", to: "/k/$key/notifications", search: { tab: "config" } },
] as const satisfies readonly { readonly step: keyof FirstSteps; readonly [other: string]: unknown }[];

/** The first steps, each linked to its page; completed ones are ticked. */
export function Checklist({ steps }: { readonly steps: FirstSteps }) {
  const { apiKey } = useParley();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} component="ul" m={0} p={0} style={{ listStyle: "none" }}>
      {items.map(({ step, words, to, search }) => (
        <Group key={step} component="li" gap="xs" wrap="nowrap">
          <ThemeIcon
            size={20}
            radius="xl"
            variant="light"
            color={steps[step] ? "green" : "gray"}
            role="img"
            aria-label={steps[step] ? "Done" : "To do"}
          >
            {steps[step] ? <IconCheck size={14} aria-hidden /> : <IconCircle size={12} aria-hidden />}
          </ThemeIcon>
          {steps[step] ? (
            <Text size="sm" c="dimmed" td="line-through">
              {words}
            </Text>
          ) : (
            <PageLink to={to} params={{ key: apiKey }} search={search}>
              {words}
            </PageLink>
          )}
        </Group>
      ))}
    </SimpleGrid>
  );
}
