/** The languages in which the first calls are shown. */
export const languages = ["curl", "TypeScript", "Python", "Go"] as const;

export type Language = (typeof languages)[number];

interface Called {
  readonly baseUrl: string;
  readonly headerPrefix: string;
  readonly apiKey: string;
}

const usualPrefix = "x-svc-";

/**
 * A program that adds a first document and a first comment. It reads the token from the environment, so that none is pasted into a file.
 */
export function snippet(language: Language, called: Called): string {
  return programs[language](called);
}

const programs = { curl, TypeScript: typescript, Python: python, Go: go } as const satisfies Record<Language, (called: Called) => string>;

function curl({ baseUrl, headerPrefix, apiKey }: Called): string {
  return `call() {
  curl -s "${baseUrl}$1" -H "content-type: application/json" \\
    -H "${headerPrefix}api-key: ${apiKey}" -H "${headerPrefix}auth-token: $PARLEY_AUTH_TOKEN" -d "$2"
}

call /v2/organizations/documents/add '{"data": {
  "organizationId": "acme", "createOrganization": true,
  "documents": [{"documentId": "welcome", "documentName": "Welcome"}]
}}'
call /v2/commentannotations/add '{"data": {
  "organizationId": "acme", "documentId": "welcome",
  "commentAnnotations": [{"commentData": [{"from": {"userId": "alice", "name": "Alice"}, "commentText": "Hello."}]}]
}}'
`;
}

function typescript({ baseUrl, headerPrefix, apiKey }: Called): string {
  const prefix = headerPrefix === usualPrefix ? "" : `\n  headerPrefix: "${headerPrefix}",`;
  return `// npm install <checkout>/libs/sdk-typescript/dist (which npm run build -- sdk-typescript makes there)
import { Parley } from "@parley/sdk";

const parley = new Parley({
  baseUrl: "${baseUrl}",
  apiKey: "${apiKey}",
  authToken: process.env.PARLEY_AUTH_TOKEN,${prefix}
});

await parley.documents.create({
  organizationId: "acme",
  createOrganization: true,
  document: { documentId: "welcome", documentName: "Welcome" },
});
await parley.threads.create({
  organizationId: "acme",
  documentId: "welcome",
  thread: { commentData: [{ from: { userId: "alice", name: "Alice" }, commentText: "Hello." }] },
});
`;
}

function python({ baseUrl, headerPrefix, apiKey }: Called): string {
  const prefix = headerPrefix === usualPrefix ? "" : `\n    header_prefix="${headerPrefix}",`;
  return `# pip install <checkout>/libs/sdk-python (the distribution parley-collab)
import os
from parley_sdk import Parley

with Parley(
    "${baseUrl}",
    api_key="${apiKey}",
    auth_token=os.environ["PARLEY_AUTH_TOKEN"],${prefix}
) as parley:
    parley.documents.create(
        organization_id="acme",
        create_organization=True,
        document={"documentId": "welcome", "documentName": "Welcome"},
    )
    parley.threads.create(
        organization_id="acme",
        document_id="welcome",
        thread={"commentData": [{"from": {"userId": "alice", "name": "Alice"}, "commentText": "Hello."}]},
    )
`;
}

function go({ baseUrl, headerPrefix, apiKey }: Called): string {
  const prefix = headerPrefix === usualPrefix ? "" : `\n\t\tHeaderPrefix: "${headerPrefix}",`;
  return `// go mod init first-calls
// go mod edit -replace github.com/parley/parley-go=<checkout>/libs/sdk-go && go mod tidy
package main

import (
	"context"
	"log"
	"os"

	parley "github.com/parley/parley-go"
)

func main() {
	ctx := context.Background()
	client := parley.New(parley.Options{
		BaseURL:   "${baseUrl}",
		APIKey:    "${apiKey}",
		AuthToken: os.Getenv("PARLEY_AUTH_TOKEN"),${prefix}
	})
	_, err := client.Documents.Create(ctx, parley.DocumentsCreateRequest{
		OrganizationID:     "acme",
		CreateOrganization: parley.Ptr(true),
		Document:           parley.DocumentInput{DocumentID: "welcome", DocumentName: parley.Value("Welcome")},
	})
	if err != nil {
		log.Fatal(err)
	}
	comment := parley.NewComment{
		From:        parley.NamedUserInput{UserID: "alice", Name: parley.Ptr("Alice")},
		CommentText: parley.Ptr("Hello."),
	}
	_, err = client.Threads.Create(ctx, parley.ThreadsCreateRequest{
		OrganizationID: "acme",
		DocumentID:     "welcome",
		Thread:         parley.NewThread{CommentData: []parley.NewComment{comment}},
	})
	if err != nil {
		log.Fatal(err)
	}
}
`;
}
