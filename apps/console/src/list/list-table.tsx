import { Paper, Stack, Table } from "@mantine/core";
import { type ColumnDef, tableFeatures, useTable } from "@tanstack/react-table";
import { type ReactNode, useRef } from "react";
import { Failure } from "../parley/failure.tsx";
import { Empty, type EmptyProps } from "./empty.tsx";
import { Loading } from "./loading.tsx";
import { PageTurns } from "./page-turns.tsx";
import type { ListQuery } from "./use-list.ts";

const features = tableFeatures({});

/** A column of a list; a `wide` one is left out on phones. */
export interface Column<Item> {
  readonly title: string;
  readonly wide?: true;
  readonly cell: (item: Item) => ReactNode;
}

interface ListTableProps<Item> {
  /** The content of the list, for screen readers. */
  readonly label: string;
  readonly list: ListQuery<Item>;
  readonly columns: readonly Column<Item>[];
  readonly rowKey: (item: Item) => string;
  readonly empty: EmptyProps;
}

/** A page of a list as a table, with its loading, error and empty states. */
export function ListTable<Item extends object>({ label, list, columns, rowKey, empty }: ListTableProps<Item>) {
  const { data: items, error, isPending, isTurning, next, previous, refetch } = list;
  const top = useRef<HTMLDivElement>(null);
  if (isPending) return <Loading words={`Loading ${label.toLowerCase()}…`} />;
  const isEmpty = items?.length === 0 && next === undefined;
  if (isEmpty && previous === undefined) return <Empty {...empty} />;
  return (
    <Stack gap="sm" ref={top}>
      {items !== undefined && items.length > 0 && (
        <Paper withBorder aria-busy={isTurning} opacity={isTurning ? 0.6 : 1}>
          <Table.ScrollContainer minWidth={0} type="native">
            <Rows label={label} items={items} columns={columns} rowKey={rowKey} />
          </Table.ScrollContainer>
        </Paper>
      )}
      {items?.length === 0 && next !== undefined && (
        <Empty title="Nothing on this page" next="More may follow: continue on the next page." />
      )}
      {isEmpty && <Empty title="This page is empty now" next="Its items have been removed or changed since." />}
      {error !== null && <Failure error={error} onRetry={refetch} />}
      <PageTurns label={label} list={list} onTurn={() => top.current?.scrollIntoView({ block: "nearest" })} />
    </Stack>
  );
}

function Rows<Item extends object>({
  label,
  items,
  columns,
  rowKey,
}: Pick<ListTableProps<Item>, "label" | "columns" | "rowKey"> & { readonly items: readonly Item[] }) {
  const definitions: ColumnDef<typeof features, Item>[] = columns.map(({ title, cell }) => ({
    id: title,
    header: title,
    cell: ({ row }) => cell(row.original),
  }));
  const table = useTable({ features, columns: definitions, data: items as Item[], getRowId: rowKey });
  const classOf = (id: string) => (columns.find(({ title }) => title === id)?.wide ? "wide-only" : "");
  return (
    <Table highlightOnHover aria-label={label}>
      <Table.Thead>
        {table.getHeaderGroups().map((group) => (
          <Table.Tr key={group.id}>
            {group.headers.map((header) => (
              <Table.Th key={header.id} className={classOf(header.column.id)}>
                <table.FlexRender header={header} />
              </Table.Th>
            ))}
          </Table.Tr>
        ))}
      </Table.Thead>
      <Table.Tbody>
        {table.getRowModel().rows.map((row) => (
          <Table.Tr key={row.id}>
            {row.getAllCells().map((cell) => (
              <Table.Td key={cell.id} className={classOf(cell.column.id)}>
                <table.FlexRender cell={cell} />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
