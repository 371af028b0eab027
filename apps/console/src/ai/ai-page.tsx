import { Divider, Stack, Title } from "@mantine/core";
import { Page } from "../list/page.tsx";
import { Section } from "../list/section.tsx";
import { AskForm } from "./ask-form.tsx";
import { ProviderKeys } from "./provider-keys.tsx";
import { Usage } from "./usage.tsx";

/** The providers' keys of the workspace, what was used, and a form to try it. */
export function AiPage() {
  return (
    <Page title="AI" about="Texts are rewritten by a model of a provider, with the key of your workspace.">
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
      <Section title="Try it" about="Sends a text to a model with the key of your workspace, as an operation would; it counts as usage.">
        <AskForm />
      </Section>
    </Page>
  );
}
