import { Divider } from "@mantine/core";
import { Page } from "../list/page.tsx";
import { Section } from "../list/section.tsx";
import { Domains } from "./domains.tsx";
import { Limits } from "./limits.tsx";
import { Options } from "./options.tsx";

/** What is set for an API key: the domains that may use it, its options, and what bounds its use. */
export function SettingsPage() {
  return (
    <Page title="Settings" about="The domains, options and limits of this API key.">
      <Section title="Allowed domains" about="Where your application runs, and where links to the webhook pages may be framed.">
        <Domains />
      </Section>
      <Divider />
      <Section title="Options" about="How this API key behaves.">
        <Options />
      </Section>
      <Divider />
      <Section title="Limits" about="What bounds the use of this API key.">
        <Limits />
      </Section>
    </Page>
  );
}
