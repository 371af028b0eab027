import { Button, Modal, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { LastChange } from "../audit/last-change.tsx";
import { ConfirmTyped } from "../forms/confirm-typed.tsx";
import { ButtonLink, PageLink } from "../list/link.tsx";
import { Loading } from "../list/loading.tsx";
import { Page } from "../list/page.tsx";
import { PageTurns } from "../list/page-turns.tsx";
import { Section } from "../list/section.tsx";
import { Trail } from "../list/trail.tsx";
import { useList } from "../list/use-list.ts";
import { useParley } from "../parley/client.ts";
import { Failure } from "../parley/failure.tsx";
import { useAction } from "../parley/use-action.tsx";
import { WouldGo } from "../removals/would-go.tsx";
import { apiKeyQuery } from "./api-keys-query.ts";
import type { NewToken, TokenLimits } from "./create-token.tsx";
import { type FreshToken, type ListedToken, TokenList } from "./token-list.tsx";

// The operations that change its tokens, or enable and disable it.
const changing = ["authTokens.create", "authTokens.rotate", "authTokens.update", "authTokens.revoke", "apiKeys.setDisabled"];

/** An API key: its name, its tokens, and its deletion. */
export function TokensPage() {
  const { tokensOf: apiKey = "" } = useParams({ strict: false }) as { tokensOf?: string };
  const { parley, may } = useParley();
  const [fresh, setFresh] = useState<FreshToken>();
  const { data: key } = useQuery(apiKeyQuery(parley, apiKey));
  const name = key?.apiKeyName || apiKey;
  const queryKey = ["authTokens", apiKey];
  const list = useList<ListedToken>(queryKey, (pageToken) =>
    parley.authTokens
      .list({ apiKey, pageSize: 50, pageToken })
      .then(({ data, nextPageToken }) => ({ data: data.authTokens, nextPageToken })),
  );
  const { data: tokens, error, refetch } = list;
  const create = useAction({
    run: (token: NewToken & Partial<TokenLimits>) => parley.authTokens.create({ apiKey, ...token }),
    changes: [queryKey],
    onDone: setFresh,
  });
  const rotate = useAction({
    run: ([tokenId, overlapSeconds]: readonly [string, number]) => parley.authTokens.rotate({ apiKey, tokenId, overlapSeconds }),
    changes: [queryKey],
    onDone: setFresh,
  });
  const revoke = useAction({
    run: (tokenId: string) => parley.authTokens.revoke({ apiKey, tokenId }),
    changes: [queryKey],
    onDone: (_answer, tokenId) => setFresh((shown) => (shown?.tokenId === tokenId ? undefined : shown)),
    done: "The token stops working within 5 seconds.",
  });
  const actions = (
    <ButtonLink variant="default" to="/k/$key" params={{ key: apiKey }}>
      View data
    </ButtonLink>
  );
  const trail = (
    <Trail>
      <PageLink to="/keys">API keys and tokens</PageLink>
    </Trail>
  );
  return (
    <Page title={name} id={apiKey} trail={trail} actions={actions}>
      {error !== null && <Failure error={error} onRetry={refetch} />}
      {tokens === undefined && error === null && <Loading words="Loading tokens…" />}
      {tokens !== undefined && (
        <TokenList
          tokens={tokens}
          mayChange={may("administrate")}
          create={{ run: (token, limits) => create.mutate({ ...token, ...named(limits) }), isRunning: create.isPending }}
          rotate={{ run: (tokenId, overlap) => rotate.mutate([tokenId, overlap]), isRunning: rotate.isPending }}
          isOfApiKey
          revoke={{ run: revoke.mutate, isRunning: revoke.isPending }}
          fresh={fresh}
          again="The console does not show it again. Your server can read it with authTokens.list and a token of the workspace."
        />
      )}
      <PageTurns label="Tokens" list={list} />
      <LastChange actions={changing} of={apiKey} />
      {may("administrate") && tokens !== undefined && <DeleteKey apiKey={apiKey} />}
    </Page>
  );
}

// Naming none means all.
function named({ organizationIds, resources }: TokenLimits): Partial<TokenLimits> {
  return {
    ...(organizationIds.length === 0 ? {} : { organizationIds }),
    ...(resources.length === 0 ? {} : { resources }),
  };
}

function DeleteKey({ apiKey }: { readonly apiKey: string }) {
  const { parley } = useParley();
  const navigate = useNavigate();
  const [isOpen, modal] = useDisclosure(false);
  const remove = useAction({
    run: () => parley.apiKeys.delete({ apiKey }),
    changes: [["apiKeys"]],
    done: "The API key has been deleted; its data is being deleted.",
    onDone: () => void navigate({ to: "/keys" }),
  });
  return (
    <Section title="Danger zone" about="Deletes the key and all its data permanently.">
      <Button color="red" variant="light" onClick={modal.open}>
        Delete this API key…
      </Button>
      <Modal opened={isOpen} onClose={modal.close} title="Delete this API key?">
        <ConfirmTyped
          word={apiKey}
          yes="Delete the key and all its data"
          isRunning={remove.isPending}
          run={() => remove.mutate()}
          onCancel={modal.close}
        >
          <WouldGo what={["apiKey", apiKey]} count={() => parley.apiKeys.deleteDryRun({ apiKey })} />
          <Text size="sm">
            Its tokens stop working within 5 seconds. Its organizations, documents, users, comments, notifications and settings are deleted.
            This cannot be undone.
          </Text>
        </ConfirmTyped>
      </Modal>
    </Section>
  );
}
