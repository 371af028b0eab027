import { Badge, Group, Text } from "@mantine/core";
import { PageLink } from "../list/link.tsx";
import { useParley } from "../parley/client.ts";
import { Their } from "../text/their.tsx";

interface Person {
  readonly userId: string;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  /** Set for people who act in the console. */
  readonly isOperator?: unknown;
}

/** A person's name, linked to their page; support is marked. */
export function PersonName({ person, organization }: { readonly person: Person | null; readonly organization: string }) {
  const { apiKey } = useParley();
  if (person === null) return <Text size="sm">—</Text>;
  const name = (
    <PageLink to="/k/$key/people/$organization/$user" params={{ key: apiKey, organization, user: person.userId }} size="sm">
      <Their or={person.userId}>{person.name || person.email}</Their>
    </PageLink>
  );
  if (person.isOperator !== true) return name;
  return (
    <Group gap={6} wrap="nowrap" display="inline-flex">
      {name}
      <Badge size="sm" variant="default" tt="none">
        Support
      </Badge>
    </Group>
  );
}
