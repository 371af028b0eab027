import { Divider, Stack, Title } from "@mantine/core";
import { Page } from "../list/page.tsx";
import { Domains } from "./domains.tsx";
import { Limits } from "./limits.tsx";
import { Options } from "./options.tsx";

/** What is set for an API key: the domains that may use it, its options, and what bounds its use. */
export function SettingsPage() {
  return (
    <Page title="Settings" about="The domains, options and limits of this API key.">
      <Stack>
        <Title order={2}>Allowed domains</Title>
        <Domains />
      </Stack>
      <Divider />
      <Stack>
        <Title order={2}>Options</Title>
        <Options />
      </Stack>
      <Divider />
      <Stack>
        <Title order={2}>Limits</Title>
        <Limits />
      </Stack>
    </Page>
  );
}
