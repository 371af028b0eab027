import { Button, Card, Center, Divider, PasswordInput, SegmentedControl, Stack, Text, TextInput, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter, useSearch } from "@tanstack/react-router";
import { type FormEvent, useEffect, useState } from "react";
import icon from "../icon.svg";
import { Loading } from "../list/loading.tsx";
import { Failure } from "../parley/failure.tsx";
import { hasLinkCode, takeLinkCode } from "../session/secrets-in-address.ts";
import { type Role, type SignIn, sessionQuery, signIn } from "../session/session.ts";
import { ProviderSignIn } from "./provider-sign-in.tsx";

const roles = [
  { value: "administrate", label: "Administrator" },
  { value: "act", label: "Editor" },
  { value: "read", label: "Viewer" },
];

/** Begins a session with the id and a token of a workspace, or with the code of a link. */
export function SignInPage() {
  const { data } = useQuery(sessionQuery);
  const begin = useBegin();
  const { mutate } = begin;
  const [byLink] = useState(hasLinkCode);
  useEffect(() => {
    const code = takeLinkCode();
    if (code !== undefined) mutate({ code });
  }, [mutate]);
  const { history } = useRouter();
  const { back, workspace, problem, request } = useSearch({ strict: false }) as Partial<Record<string, string>>;
  const isIn = data?.session != null && (begin.isSuccess || !byLink);
  useEffect(() => {
    // Never leads to another site, whatever the address says.
    if (isIn) history.replace(back?.startsWith("/console/") ? back : "/console/");
  }, [isIn, back, history]);
  return (
    <Center mih="100vh" p="md" component="main">
      <Card withBorder shadow="sm" padding="xl" w="100%" maw={440}>
        <Stack>
          <img src={icon} width={40} height={40} alt="" />
          <Title order={1}>Sign in to Parley</Title>
          {isIn || (byLink && !begin.isError) ? (
            <Loading words="Signing in…" />
          ) : (
            <Ways begin={begin} provider={data?.provider} back={back} workspace={workspace} problem={problem} request={request} />
          )}
        </Stack>
      </Card>
    </Center>
  );
}

type Begin = ReturnType<typeof useBegin>;

function useBegin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (credentials: SignIn) => signIn(credentials),
    // The response lacks parts that are known already, such as the address of the reference.
    onSuccess: (answer) => client.setQueryData(sessionQuery.queryKey, (known) => ({ ...known, ...answer })),
  });
}

interface WaysProps {
  readonly begin: Begin;
  readonly provider: string | undefined;
  readonly back: string | undefined;
  readonly workspace: string | undefined;
  readonly problem: string | undefined;
  readonly request: string | undefined;
}

/** Signs in at the identity provider, if there is one, or with a token. */
function Ways({ begin, provider, ...at }: WaysProps) {
  return (
    <>
      {provider !== undefined && (
        <>
          <ProviderSignIn name={provider} {...at} />
          <Divider label="or with a token of the workspace" labelPosition="center" />
        </>
      )}
      <TokenForm begin={begin} isSecond={provider !== undefined} />
    </>
  );
}

function TokenForm({ begin, isSecond }: { readonly begin: Begin; readonly isSecond: boolean }) {
  const [workspaceId, setWorkspaceId] = useState("");
  const [token, setToken] = useState("");
  const [role, setRole] = useState<Role>("administrate");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    begin.mutate({ workspaceId: workspaceId.trim(), token: token.trim(), role });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {begin.error !== null && <Failure error={begin.error} />}
        <TextInput
          label="Workspace id"
          placeholder="ws_…"
          value={workspaceId}
          onChange={(event) => setWorkspaceId(event.currentTarget.value)}
          autoComplete="username"
          required
          autoFocus={!isSecond}
        />
        <PasswordInput
          label="Workspace token"
          placeholder="sk_…"
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
          autoComplete="current-password"
          required
        />
        <Stack gap={4}>
          <Text size="sm" fw={500} id="role">
            Role of this session
          </Text>
          <SegmentedControl fullWidth data={roles} value={role} onChange={(value) => setRole(value as Role)} aria-labelledby="role" />
        </Stack>
        <Button type="submit" variant={isSecond ? "default" : "filled"} loading={begin.isPending} fullWidth>
          Sign in
        </Button>
        <Text size="sm" c="dimmed">
          The token is kept in a sealed cookie that no page can read, and is checked with every request: revoking it ends the session.
        </Text>
      </Stack>
    </form>
  );
}
