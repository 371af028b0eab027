import { TextInput } from "@mantine/core";
import { useState } from "react";
import { AddDialog } from "../forms/add-dialog.tsx";
import { useParley } from "../parley/client.ts";
import { useAction } from "../parley/use-action.tsx";

interface AddPersonProps {
  readonly organization: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Adds a user to an organization, or changes an existing one. */
export function AddPerson({ organization, isOpen, onClose }: AddPersonProps) {
  const { parley, apiKey } = useParley();
  const [userId, setUserId] = useState("");
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const add = useAction({
    run: async () => {
      const user = { userId, ...(name === "" ? {} : { name }), ...(email === "" ? {} : { email }) };
      return (await parley.users.add({ organizationId: organization, users: [user] })).orThrow();
    },
    changes: [[apiKey, "users"]],
    done: "The user has been added to the organization.",
    onDone: () => {
      for (const clear of [setUserId, setName, setEmail]) clear("");
      onClose();
    },
  });
  return (
    <AddDialog title="Add a user" {...{ isOpen, onClose, add }}>
      <TextInput
        label="Id"
        required
        data-autofocus
        value={userId}
        onChange={(event) => setUserId(event.currentTarget.value)}
        placeholder="alice"
      />
      <TextInput label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} placeholder="Alice Adams" />
      <TextInput
        label="E-mail"
        type="email"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        placeholder="alice@example.com"
      />
    </AddDialog>
  );
}
