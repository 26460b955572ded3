import type { ReactNode } from 'react';
import type { ConfirmOptions } from '../feedback/confirm.ts';
import type { ListState } from './use-list-state.ts';

/** One page of rows and how reading it goes; what `useData` answers, with `mutate` as `retry`. */
export interface DataSource<Row> {
  data?: { items: Row[]; total: number } | undefined;
  error?: unknown;
  /** True until something has come for the first time, also while `data` still is that of an earlier search. */
  isLoading: boolean;
  /** True while rows that are shown are read again. */
  isValidating?: boolean;
  retry?: () => unknown;
}

export interface DataColumn<Row> {
  /** Names the column in the URL's sort, in what is remembered, and the field of the row when `render` is absent. */
  key: string;
  title: string;
  render?: (row: Row) => ReactNode;
  /** Right-aligned, tabular digits. */
  numeric?: boolean;
  /** Pixels. Without one the column takes its share. */
  width?: number;
  sortable?: boolean;
  /** Not shown until a person chooses it. */
  optional?: boolean;
  /** What becomes of it on a phone: the record's title, one of its facts (three at most), or nothing. */
  mobile?: 'title' | 'fact';
}

/** Something to do with one row. */
export interface RowAction {
  key: string;
  /** A verb. */
  label: string;
  icon?: ReactNode;
  /** A rejection is shown as a toast. */
  onClick: () => unknown;
  /** Stands in the row itself instead of the menu; two at most. */
  visible?: boolean;
  danger?: boolean;
  disabled?: boolean;
  /** Asks before it runs. */
  confirm?: ConfirmOptions;
}

export interface Selection {
  keys: readonly (string | number)[];
  onChange: (keys: (string | number)[]) => void;
  /** Buttons of the bar that appears with the first selected row. */
  actions: ReactNode;
}

export interface DataTableProps<Row> {
  source: DataSource<Row>;
  /** Keep the first one short: it says which row this is, and stays. */
  columns: DataColumn<Row>[];
  rowKey: (row: Row) => string | number;
  /** The row in words, for screen readers and menus. The key by default. */
  rowName?: (row: Row) => string;
  /** What `useListState` answers. Without it there are no pages and no sorting. */
  list?: Pick<
    ListState,
    'page' | 'pageSize' | 'setPage' | 'setPageSize' | 'sort' | 'setSort' | 'isFiltered' | 'clearFilters'
  >;
  /** Where the server stops counting rows: a total that reaches it is shown as "more than". */
  countLimit?: number;
  /** What the table is about, for screen readers: "Channels". */
  label: string;
  /** Remembers the chosen columns under this name. Without it there is no chooser. */
  storageKey?: string;
  actions?: (row: Row) => RowAction[];
  /** Runs on Enter and on a click that meets nothing else. */
  onOpen?: (row: Row) => void;
  /** More about a row, unfolded under it. */
  expand?: (row: Row) => ReactNode;
  selection?: Selection;
  /** Shown when there are no rows at all: usually an `EmptyState` with the button that makes the first one. */
  empty?: ReactNode;
  /** Buttons at the left of the column chooser, such as export. */
  tools?: ReactNode;
  /** Rows of 36 instead of 44 pixels; by default as the user chose for all tables. */
  compact?: boolean;
}

/** What the table itself gets: the columns that are shown, and what stands in its head. */
export interface GridProps<Row> extends DataTableProps<Row> {
  /** Stands at the right end of the head. */
  chooser?: ReactNode;
}
