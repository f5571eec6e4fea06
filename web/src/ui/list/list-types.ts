import type { ReactNode } from 'react';

export type ListColumn<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The server can sort by it. */
  sortable?: boolean;
  /** Numbers stand at the right, in figures of one width. */
  numeric?: boolean;
  /** Sentences: they get the room they need. */
  isText?: boolean;
  /** A badge that says how the row is: on a narrow screen it stands beside the name. */
  isStatus?: boolean;
  /** CSS width; needed where rows scroll virtually. */
  width?: string;
  /** The column that names the row; it cannot be hidden. */
  isName?: boolean;
  hiddenAtFirst?: boolean;
  /** Where the columns have no room, those with one give way, the highest first; cards leave them out, but for 0. */
  priority?: number;
  /** Buttons that do something to the row: they stay in sight while the rest is moved sideways. */
  isActs?: boolean;
};

export type ListSort = { column: string; order: 'asc' | 'desc' };

/** The rows chosen: these ids, or all rows that match the search. */
export type ListSelection = { all: boolean; ids: ReadonlySet<string> };

export const nothingChosen: ListSelection = { all: false, ids: new Set() };

export type ListTableProps<Row> = {
  /** Names the list in the browser's memory of chosen columns. */
  id: string;
  /** What the list holds, said to screen readers. */
  caption: string;
  columns: readonly ListColumn<Row>[];
  /** Absent while loading for the first time. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** The row's name, for its checkbox. */
  rowName: (row: Row) => string;
  /** Rows are on their way; those of before stay, faded. */
  loading?: boolean;
  sort?: ListSort | undefined;
  onSort?: (sort: ListSort) => void;
  /** What failed, shown in place of the rows. */
  failed?: { title: string; text: ReactNode; requestId?: string | undefined; onRetry: () => void } | undefined;
  /** Shown when the tenant has none at all. */
  empty: { title: string; text: ReactNode; action?: ReactNode };
  /** A search is on: without a hit, the list offers to clear it. */
  onClearSearch?: (() => void) | undefined;
  selection?: ListSelection;
  onSelection?: (selection: ListSelection) => void;
  /** Buttons of the bar above the rows, while some are chosen. */
  selectionActions?: ReactNode;
  /** How many rows match in all; offers "all that match". */
  totalResults?: number | undefined;
  /** Nobody counted: it is said with "about". */
  totalIsEstimate?: boolean | undefined;
  /** Rows are chosen by name only, and the columns stay as they are: lists of dialogs. */
  plain?: boolean;
  /** Search box and filters, above the rows. */
  toolbar?: ReactNode;
  /** The pager, below the rows. */
  pager?: ReactNode;
  /** How many rows the skeleton shows; the page size. */
  expectedRows?: number;
  rowHeight?: number;
  /** Largest height of the scrolling part. */
  maxHeight?: number | string;
};
