import { Tabs } from "@mantine/core";
import { Page } from "../list/page.tsx";
import { useFilters } from "../list/use-filters.ts";
import { OfOrganization } from "../organization/of-organization.tsx";
import { EmailConfig } from "./email-config.tsx";
import { Inbox } from "./inbox.tsx";
import { MailLog } from "./mail-log.tsx";
import { Suppressions } from "./suppressions.tsx";

/** Inboxes, the log of e-mails, suppressed addresses, and the e-mail service. */
export function NotificationsPage() {
  const [{ tab = "inbox" }, setFilters] = useFilters();
  return (
    <Page title="Notifications and e-mail" about="Inboxes as users see them, and the e-mails they receive.">
      <Tabs
        value={tab}
        onChange={(chosen) => setFilters({ tab: chosen === "inbox" ? undefined : (chosen ?? undefined) })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="inbox">Inbox</Tabs.Tab>
          <Tabs.Tab value="mails">Mails</Tabs.Tab>
          <Tabs.Tab value="suppressions">Suppressions</Tabs.Tab>
          <Tabs.Tab value="config">E-mail service</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="inbox">
          <OfOrganization>{(organization) => <Inbox organization={organization} />}</OfOrganization>
        </Tabs.Panel>
        <Tabs.Panel value="mails">
          <MailLog />
        </Tabs.Panel>
        <Tabs.Panel value="suppressions">
          <Suppressions />
        </Tabs.Panel>
        <Tabs.Panel value="config">
          <EmailConfig />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
