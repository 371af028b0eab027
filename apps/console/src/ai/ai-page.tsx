import { Divider, Stack, Title } from "@mantine/core";
import { Page } from "../list/page.tsx";
import { Section } from "../list/section.tsx";
import { AskForm } from "./ask-form.tsx";
import { ProviderKeys } from "./provider-keys.tsx";
import { Usage } from "./usage.tsx";

/** The workspace's provider keys, its usage, and a form to try it. */
export function AiPage() {
  return (
    <Page title="AI" about="A provider's model rewrites texts, with the key of your workspace.">
      <Stack>
        <Title order={2}>Provider keys</Title>
        <ProviderKeys />
      </Stack>
      <Divider />
      <Stack>
        <Title order={2}>Usage</Title>
        <Usage />
      </Stack>
      <Divider />
      <Section title="Try it" about="Sends a text to a model with the key of your workspace, like an operation; it counts as usage.">
        <AskForm />
      </Section>
    </Page>
  );
}
