import { Anchor, Box, Code, Group, Paper, SegmentedControl, SimpleGrid, Stack, Text } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { ButtonLink } from "../list/link.tsx";
import { useParley } from "../parley/client.ts";
import { sessionQuery } from "../session/session.ts";
import { Copy } from "../text/copy.tsx";
import { type Language, languages, snippet } from "./snippets.ts";

/** The settings that an application's server needs to call Parley, and its first calls in the reader's language. */
export function FirstCalls() {
  const { apiKey, may } = useParley();
  const { data } = useQuery(sessionQuery);
  const [language, setLanguage] = useLocalStorage<Language>({
    key: "parley-language",
    defaultValue: "curl",
    getInitialValueInEffect: false,
  });
  const chosen = languages.includes(language) ? language : "curl";
  const program = snippet(chosen, { baseUrl: location.origin, headerPrefix: data?.headerPrefix ?? "", apiKey });
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <Fact name="Base URL" value={location.origin} />
        <Fact name="API key (public)" value={apiKey} />
        <Stack gap={4} align="flex-start">
          <Text size="xs" c="dimmed">
            Auth token (secret), as PARLEY_AUTH_TOKEN
          </Text>
          {may("administrate") ? (
            <ButtonLink
              size="compact-sm"
              variant="light"
              to="/keys/$tokensOf"
              params={{ tokensOf: apiKey }}
              search={{ do: "create-token" }}
            >
              Create a token
            </ButtonLink>
          ) : (
            <Text size="sm">Ask an administrator for one.</Text>
          )}
        </Stack>
      </SimpleGrid>
      <Paper withBorder>
        <Group justify="space-between" p={4} className="json-head">
          <SegmentedControl
            size="xs"
            aria-label="Language"
            data={[...languages]}
            value={chosen}
            onChange={(value) => setLanguage(value as Language)}
          />
          <Copy value={program} label="Copy the calls" />
        </Group>
        <Box component="pre" tabIndex={0} role="region" aria-label="First calls" data-testid="first-calls" className="json">
          <Code bg="transparent" p={0}>
            {program}
          </Code>
        </Box>
      </Paper>
      {data?.reference !== undefined && (
        <Text size="sm" c="dimmed">
          Every operation, with examples and a form to try it, is in the{" "}
          <Anchor href={data.reference} target="_blank" rel="noopener" underline="always">
            API reference
          </Anchor>
          .
        </Text>
      )}
    </Stack>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <Stack gap={4}>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <Group gap={2} wrap="nowrap">
        <Code style={{ overflowWrap: "anywhere" }}>{value}</Code>
        <Copy value={value} label={`Copy ${name}`} />
      </Group>
    </Stack>
  );
}
