import { Button, Checkbox, Modal, SegmentedControl, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useParley } from "../parley/client.ts";
import { useAction } from "../parley/use-action.tsx";

interface CreateKeyProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Creates an API key, and opens its tokens. */
export function CreateKey({ isOpen, onClose }: CreateKeyProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Create an API key">
      <Form onClose={onClose} />
    </Modal>
  );
}

function Form({ onClose }: { readonly onClose: () => void }) {
  const { parley } = useParley();
  const navigate = useNavigate();
  const { data: workspace } = useQuery({ queryKey: ["workspace"], queryFn: () => parley.workspaces.get() });
  const [apiKeyName, setName] = useState("");
  const [email, setEmail] = useState<string>();
  const [type, setType] = useState<"testing" | "production">("testing");
  const [withLocalhost, setWithLocalhost] = useState(false);
  const ownerEmail = email ?? workspace?.owner.email ?? "";
  const create = useAction({
    run: () => parley.apiKeys.create({ apiKeyName, ownerEmail, type, addLocalHostToAllowedDomains: withLocalhost }),
    changes: [["apiKeys"]],
    done: "The API key has been created. Create a token for it.",
    onDone: ({ apiKey }) => {
      onClose();
      void navigate({ to: "/keys/$tokensOf", params: { tokensOf: apiKey } });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Name"
          value={apiKeyName}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
          placeholder="Staging"
        />
        <TextInput
          label="E-mail of its owner"
          type="email"
          required
          value={ownerEmail}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <SegmentedControl
          data={[
            { value: "testing", label: "Testing" },
            { value: "production", label: "Production" },
          ]}
          value={type}
          onChange={(value) => setType(value === "production" ? "production" : "testing")}
          aria-label="Type"
        />
        <Checkbox label="Allow localhost" checked={withLocalhost} onChange={(event) => setWithLocalhost(event.currentTarget.checked)} />
        <Button type="submit" loading={create.isPending}>
          Create
        </Button>
      </Stack>
    </form>
  );
}
