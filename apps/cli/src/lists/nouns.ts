import { type Command, Option } from "commander";
import { timeText } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { addList } from "./lists.ts";

const organization = () => new Option("-o, --organization <id>", "the organization").makeOptionMandatory();
const document = () => new Option("-d, --document <id>", "only of this document");

/** `parley organizations|users|threads list`, and `parley threads search`. */
export function addNouns(program: Command, terminal: Terminal): void {
  addList(program, terminal, {
    noun: "organizations",
    description: "list organizations",
    options: [],
    items: ({ parley }, _options, pageSize) => parley.organizations.list({ pageSize }),
    columns: {
      id: ({ organizationId }) => organizationId,
      name: ({ organizationName }) => organizationName,
      disabled: ({ disabled }) => (disabled ? "yes" : ""),
      created: ({ createdAt }) => timeText(createdAt),
    },
  });
  addList(program, terminal, {
    noun: "users",
    description: "list the users of an organization, document, folder or group, with their roles there",
    options: [
      organization(),
      document(),
      new Option("--folder <id>", "only of this folder"),
      new Option("--group <id>", "only of this group"),
    ],
    items: ({ parley }, { organization: organizationId = "", document: documentId, folder: folderId, group }, pageSize) => {
      const groups = group === undefined ? {} : { organizationUserGroupIds: [group] };
      return parley.users.list({ organizationId, documentId, folderId, ...groups, pageSize });
    },
    columns: { id: ({ userId }) => userId, name: ({ name }) => name, email: ({ email }) => email, role: ({ accessRole }) => accessRole },
  });
  addThreadLists(program, terminal);
}

function addThreadLists(program: Command, terminal: Terminal): void {
  const options = () => [
    organization(),
    document(),
    new Option("--status <id>", "only with this status"),
    new Option("--user <id>", "only of this user"),
  ];
  addList(program, terminal, {
    noun: "threads",
    description: "list threads with their first comment",
    options: options(),
    items: ({ parley }, { organization: organizationId = "", document: documentId, status, user: userId }, pageSize) => {
      const statuses = status === undefined ? {} : { statusIds: [status] };
      return parley.threads.list({
        organizationId,
        documentId,
        ...(userId === undefined ? {} : { userIds: [userId] }),
        ...statuses,
        pageSize: Math.min(pageSize, 100),
      });
    },
    columns: {
      id: ({ annotationId }) => annotationId,
      document: ({ documentId }) => documentId,
      status: ({ status }) => status.id,
      comments: ({ comments }) => comments.length,
      from: ({ from }) => from?.name ?? from?.userId,
      text: ({ comments }) => comments[0]?.commentText,
      changed: ({ lastUpdated }) => timeText(lastUpdated),
    },
  });
  addList(program, terminal, {
    noun: "threads",
    verb: { name: "search", argument: "query" },
    description: "search threads that have a comment with all words of the query",
    options: options(),
    items: ({ parley }, { query = "", organization: organizationId = "", document: documentId, status, user: userId }, pageSize) => {
      const statuses = status === undefined ? {} : { statusIds: [status] };
      return parley.threads.search({ organizationId, query, documentId, userId, ...statuses, pageSize: Math.min(pageSize, 100) });
    },
    columns: {
      id: ({ thread }) => thread.annotationId,
      document: ({ thread }) => thread.documentId,
      status: ({ thread }) => thread.status.id,
      found: ({ commentIds }) => commentIds.length,
      text: ({ excerpt }) => excerpt,
      changed: ({ thread }) => timeText(thread.lastUpdated),
    },
  });
}
