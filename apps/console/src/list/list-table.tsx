import { Button, Center, Paper, Stack, Table } from "@mantine/core";
import { type ColumnDef, tableFeatures, useTable } from "@tanstack/react-table";
import type { ReactNode } from "react";
import { Failure } from "../parley/failure.tsx";
import type { ListQuery } from "../parley/use-list.ts";
import { Empty, type EmptyProps } from "./empty.tsx";
import { Loading } from "./loading.tsx";

const features = tableFeatures({});

/** A column of a list; a `wide` one is left out on phones. */
export interface Column<Item> {
  readonly title: string;
  readonly wide?: true;
  readonly cell: (item: Item) => ReactNode;
}

interface ListTableProps<Item> {
  /** What the list is of, for those who hear the page. */
  readonly label: string;
  readonly list: ListQuery<Item>;
  readonly columns: readonly Column<Item>[];
  readonly rowKey: (item: Item) => string;
  readonly empty: EmptyProps;
}

/** A list as a table: while it loads, when it fails, when there is nothing, and page after page. */
export function ListTable<Item extends object>({ label, list, columns, rowKey, empty }: ListTableProps<Item>) {
  const { data: items, error, isPending, refetch } = list;
  if (isPending) return <Loading words={`Loading ${label.toLowerCase()}…`} />;
  if (items === undefined) return <Failure error={error} onRetry={refetch} />;
  if (items.length === 0 && !list.hasNextPage) return <Empty {...empty} />;
  return (
    <Stack gap="sm">
      <Paper withBorder>
        <Table.ScrollContainer minWidth={0} type="native">
          <Rows label={label} items={items} columns={columns} rowKey={rowKey} />
        </Table.ScrollContainer>
      </Paper>
      {error !== null && <Failure error={error} onRetry={list.isFetchNextPageError ? list.fetchNextPage : refetch} />}
      {list.hasNextPage && (
        <Center>
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            Show more
          </Button>
        </Center>
      )}
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
    <Table verticalSpacing="sm" highlightOnHover aria-label={label}>
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
