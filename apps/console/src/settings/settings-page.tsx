import { Divider, Stack, Title } from "@mantine/core";
import { Page } from "../list/page.tsx";
import { Domains } from "./domains.tsx";
import { Options } from "./options.tsx";

/** What is set for an API key: the domains that may use it, and its options. */
export function SettingsPage() {
  return (
    <Page title="Settings" about="Of this API key alone.">
      <Stack>
        <Title order={2}>Allowed domains</Title>
        <Domains />
      </Stack>
      <Divider />
      <Stack>
        <Title order={2}>Options</Title>
        <Options />
      </Stack>
    </Page>
  );
}
