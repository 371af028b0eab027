import { Divider } from "@mantine/core";
import { Page } from "../list/page.tsx";
import { Section } from "../list/section.tsx";
import { Domains } from "./domains.tsx";
import { Limits } from "./limits.tsx";
import { Options } from "./options.tsx";

/** The settings of an API key: allowed domains, options and limits. */
export function SettingsPage() {
  return (
    <Page title="Settings" about="The domains, options and limits of this API key.">
      <Section title="Allowed domains" about="Where your application runs, and where webhook portal links may be embedded.">
        <Domains />
      </Section>
      <Divider />
      <Section title="Options" about="How this API key behaves.">
        <Options />
      </Section>
      <Divider />
      <Section title="Limits" about="Limits of requests and data of this API key.">
        <Limits />
      </Section>
    </Page>
  );
}
