import { ActionIcon, Button, Group, Paper, Stack, Table, Text, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { LastChange } from "../audit/last-change.tsx";
import { AskFirst } from "../forms/ask-first.tsx";
import { Empty } from "../list/empty.tsx";
import { Loading } from "../list/loading.tsx";
import { Search } from "../list/search.tsx";
import { useFilters } from "../list/use-filters.ts";
import { useParley } from "../parley/client.ts";
import { Failure } from "../parley/failure.tsx";
import { useAction } from "../parley/use-action.tsx";
import { Their } from "../text/their.tsx";

const manyDomains = 10;
const mostShown = 100;

/** The domains on which an API key may be used. */
export function Domains() {
  const { parley, apiKey, may } = useParley();
  const key = [apiKey, "domains"];
  const [domain, setDomain] = useState("");
  const { data, error, refetch } = useQuery({ queryKey: key, queryFn: () => parley.domains.list() });
  const add = useAction({
    run: () => parley.domains.add({ domains: [domain] }),
    changes: [key],
    done: "The domain has been added.",
    onDone: () => setDomain(""),
  });
  const remove = useAction({
    run: (name: string) => parley.domains.delete({ domains: [name] }),
    changes: [key],
    done: "The domain has been removed.",
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  const [{ q }, setFilters] = useFilters();
  const found = data?.allowedDomains.filter((name) => q === undefined || name.includes(q.toLowerCase())) ?? [];
  if (error !== null) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Loading words="Loading domains…" />;
  return (
    <Stack>
      {may("administrate") && (
        <Group component="form" onSubmit={submit} align="flex-end">
          <TextInput
            label="Domain"
            placeholder="app.example.com or *.example.com"
            required
            value={domain}
            onChange={(event) => setDomain(event.currentTarget.value)}
            w={300}
          />
          <Button type="submit" variant="light" loading={add.isPending}>
            Allow
          </Button>
        </Group>
      )}
      {data.allowedDomains.length > manyDomains && (
        <Search label="Search domains" value={q} onSearch={(wanted) => setFilters({ q: wanted })} />
      )}
      {data.allowedDomains.length > 0 && found.length === 0 && (
        <Empty title="No domains found" next="Type a part of it, or clear the search to see all." />
      )}
      {data.allowedDomains.length === 0 && <Empty title="No domains are allowed" next="Add the domains of your application." />}
      {found.length > 0 && (
        <Paper withBorder>
          <Table aria-label="Allowed domains">
            <Table.Tbody>
              {found.slice(0, mostShown).map((name) => (
                <Table.Tr key={name}>
                  <Table.Td>
                    <Their>{name}</Their>
                  </Table.Td>
                  <Table.Td ta="right">
                    {may("administrate") && (
                      <AskFirst
                        title="Remove this domain?"
                        words={
                          <>
                            Your application no longer works on <Their>{name}</Their> once this is noticed there.
                          </>
                        }
                        yes="Remove the domain"
                        run={() => remove.mutate(name)}
                      >
                        {(ask) => (
                          <ActionIcon variant="subtle" color="red" loading={remove.isPending} onClick={ask} aria-label={`Remove ${name}`}>
                            <IconTrash size={16} aria-hidden />
                          </ActionIcon>
                        )}
                      </AskFirst>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Paper>
      )}
      {found.length > mostShown && (
        <Text size="sm" c="dimmed">
          {(found.length - mostShown).toLocaleString()} more: type a part of the one that you look for.
        </Text>
      )}
      <LastChange actions={["domains.add", "domains.delete"]} of={apiKey} />
    </Stack>
  );
}
