import { Alert, Button, Divider, Group, PasswordInput, Select, Stack, Switch, TextInput } from "@mantine/core";
import type { EmailsGetConfigAnswer } from "@parley/sdk";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Settings, SettingsForm } from "../forms/settings-form.tsx";
import { Section } from "../list/section.tsx";
import { useParley } from "../parley/client.ts";
import { useAction } from "../parley/use-action.tsx";

const senders = [
  { value: "default", label: "The mail server of this installation" },
  { value: "smtp", label: "Your own mail server (SMTP)" },
  { value: "sendgrid", label: "SendGrid" },
] as const;

type Sender = (typeof senders)[number]["value"];

/** The e-mail service of an API key, and a test of it. */
export function EmailConfig() {
  const { parley, apiKey, may } = useParley();
  const query = useQuery({ queryKey: [apiKey, "emailConfig"], queryFn: () => parley.emails.getConfig() });
  return (
    <Stack gap="lg">
      <Section title="E-mail service" about="The service that sends this API key's e-mails, and their sender.">
        <Settings query={query} words="Loading the configuration…" form={Form} />
      </Section>
      {may("act") && (
        <>
          <Divider />
          <Section title="Test" about="Sends one e-mail with the saved settings.">
            <TestMail />
          </Section>
        </>
      )}
    </Stack>
  );
}

function Form({ kept: { useEmailService, emailServiceConfig: kept } }: { readonly kept: EmailsGetConfigAnswer }) {
  const { parley, apiKey } = useParley();
  const [isOn, setOn] = useState(useEmailService);
  const [type, setType] = useState<Sender>(kept.type);
  const [secret, setSecret] = useState("");
  const [fromEmail, setFromEmail] = useState(kept.fromEmail ?? "");
  const [fromCompany, setFromCompany] = useState(kept.fromCompany ?? "");
  const save = useAction({
    run: () =>
      parley.emails.updateConfig({
        useEmailService: isOn,
        emailServiceConfig: { type, fromEmail, fromCompany, ...(secret === "" ? {} : { apiKey: secret }) },
      }),
    changes: [[apiKey, "emailConfig"]],
    done: "The e-mail service has been saved.",
  });
  return (
    <SettingsForm save={save} actions={["emails.updateConfig"]}>
      <Switch label="Send e-mails" checked={isOn} onChange={(event) => setOn(event.currentTarget.checked)} />
      <Select label="Sent by" data={[...senders]} value={type} onChange={(chosen) => setType(chosen ?? "default")} allowDeselect={false} />
      {type !== "default" && (
        <PasswordInput
          label={type === "smtp" ? "URL of the mail server" : "API key of SendGrid"}
          description={
            kept.apiKey === null
              ? type === "smtp"
                ? "smtps://user:password@mail.example.com"
                : undefined
              : `Currently ${kept.apiKey}; empty keeps it`
          }
          autoComplete="off"
          value={secret}
          onChange={(event) => setSecret(event.currentTarget.value)}
        />
      )}
      <TextInput
        label="From address"
        type="email"
        placeholder="hello@example.com"
        value={fromEmail}
        onChange={(event) => setFromEmail(event.currentTarget.value)}
      />
      <TextInput label="From name" placeholder="Acme" value={fromCompany} onChange={(event) => setFromCompany(event.currentTarget.value)} />
    </SettingsForm>
  );
}

function TestMail() {
  const { parley } = useParley();
  const [to, setTo] = useState("");
  const test = useAction({ run: () => parley.emails.test({ to }) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    test.mutate();
  };
  return (
    <Stack component="form" onSubmit={submit}>
      <Group align="flex-end">
        <TextInput
          label="Send a test e-mail to"
          type="email"
          required
          placeholder="you@example.com"
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          w={280}
        />
        <Button type="submit" variant="light" loading={test.isPending}>
          Send
        </Button>
      </Group>
      {test.data !== undefined && (
        <Alert
          color={test.data.success ? "green" : "red"}
          title={test.data.success ? "The server has accepted it" : "It was not sent"}
          role="status"
        >
          {test.data.error ?? test.data.response}
        </Alert>
      )}
    </Stack>
  );
}
