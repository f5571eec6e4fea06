import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import { useT } from '../../i18n/use-t.tsx';
import type { ListPlace } from '../../ui/list/address.ts';
import { CursorPager } from '../../ui/list/CursorPager.tsx';
import { ListTable } from '../../ui/list/ListTable.tsx';
import type { ListTableProps } from '../../ui/list/list-types.ts';
import { Pager } from '../../ui/list/Pager.tsx';
import { usePageRows } from '../../ui/list/use-page-rows.ts';
import { failedList } from '../failure.ts';

/** A page as the server answers it. */
type ListPage<Row> = {
  results: readonly Row[];
  totalResults: number;
  totalIsEstimate?: boolean | undefined;
  next?: string | undefined;
  previous?: string | undefined;
};

type Query<Row> = {
  data: ListPage<Row> | undefined;
  isPlaceholderData: boolean;
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
};

type Own = 'rows' | 'loading' | 'totalResults' | 'totalIsEstimate' | 'sort' | 'onSort' | 'failed' | 'pager' | 'empty';

export type QueryListProps<Row> = Omit<ListTableProps<Row>, Own> & {
  query: Query<Row>;
  at: ListPlace;
  /**
   * Leads to another place or order of the list: what is not named of the place is left, and an order or a size that is
   * the usual one stays out of the address.
   */
  go: (change: ListPlace, replace?: boolean) => void;
  /** How one gets on: by numbered pages, by cursors, or by cursors with a way to the last page by its number. */
  paged: 'by page' | 'by cursor' | 'by cursor, last by page';
  /** The page size cannot be chosen. */
  oneSize?: boolean;
  /** The column it is sorted by where the address names none; absent where its order is fixed. */
  sortedBy?: string;
  /** What is said where the rows could not be had. */
  failedTitle: string;
  empty: ListTableProps<Row>['empty'];
  /** What was counted elsewhere, where the answer only estimates. */
  counted?: number | undefined;
  /** A page without rows is left for the first one, unless what is searched may go on behind it. */
  emptyPages?: boolean;
  /** Stands in place of what the query came to. */
  instead?: Partial<ListTableProps<Row>> | undefined;
};

/** A list of what a query asks for: its rows and its other states, its order and its pages, all from its address. */
export function QueryList<Row extends object>(props: QueryListProps<Row>) {
  const { query, at, go, paged, oneSize, sortedBy, failedTitle, counted, emptyPages = false, instead, ...list } = props;
  const t = useT();
  const { data, isPlaceholderData } = query;
  const isFirst = emptyPages || (!at.cursor && (at.page ?? 1) === 1);
  const rows = usePageRows(query, isFirst, () => go({}, true));
  return (
    <ListTable<Row>
      expectedRows={Math.min(at.count ?? DEFAULT_PAGE_SIZE, 8)}
      {...list}
      rows={rows}
      loading={isPlaceholderData}
      totalResults={counted ?? data?.totalResults ?? 0}
      totalIsEstimate={counted === undefined && data?.totalIsEstimate}
      {...(sortedBy && {
        sort: { column: at.sort ?? sortedBy, order: at.order === 'descending' ? 'desc' : 'asc' },
        onSort: ({ column, order }) => go({ sort: column, order: order === 'desc' ? 'descending' : 'ascending' }),
      })}
      failed={failedList(t, query, failedTitle)}
      pager={<ListPager {...props} />}
      {...instead}
    />
  );
}

function ListPager<Row>({ query: { data }, at, go, paged, oneSize, counted }: QueryListProps<Row>) {
  if (!data || (data.results.length === 0 && !data.previous)) return null;
  const { page = 1, count = DEFAULT_PAGE_SIZE } = at;
  const totalResults = counted ?? data.totalResults;
  const totalIsEstimate = counted === undefined && (data.totalIsEstimate ?? false);
  const shared = {
    totalResults,
    totalIsEstimate,
    pageSize: count,
    onPageSize: (size: number) => go({ count: size }),
    ...(oneSize && { pageSizes: [count] }),
  };
  if (paged === 'by page') return <Pager {...shared} page={page} onPage={(wanted) => go({ page: wanted })} />;
  const toLast = totalIsEstimate ? undefined : () => go({ page: Math.ceil(totalResults / count) });
  return (
    <CursorPager
      {...shared}
      next={data.next}
      previous={data.previous}
      place={placeOf(at, data)}
      onCursor={(cursor, from) => go({ cursor, ...(from !== undefined && from > 1 && { row: from }) })}
      {...(paged === 'by cursor, last by page' && { onLast: toLast })}
    />
  );
}

/** Which rows these are; of a cursor from elsewhere that is not known. */
function placeOf(
  { page, cursor, row, count = DEFAULT_PAGE_SIZE }: ListPlace,
  { results, previous }: ListPage<unknown>,
) {
  const first = cursor ? row : page === undefined ? 1 : (page - 1) * count + 1;
  // A page that has none before it is the first one, whatever an address says.
  const known = previous === undefined ? 1 : first;
  return known === undefined ? undefined : { from: known, rows: results.length };
}
