import type { ReactNode } from 'react';
import type { ConfirmOptions } from '../feedback/confirm.ts';
import type { ListState } from './use-list-state.ts';

/** One page of rows and its loading state; the result of `useData`, with `mutate` as `retry`. */
export interface DataSource<Row> {
  data?: { items: Row[]; total: number } | undefined;
  error?: unknown;
  /** True until the first data has arrived, also while `data` is still from an earlier search. */
  isLoading: boolean;
  /** True while visible rows are being refreshed. */
  isValidating?: boolean;
  retry?: () => unknown;
}

/** A column of a table; on a phone, a fact of a record. */
export interface DataColumn<Row> {
  /** Names the column in the URL's sort and in storage, and the row's field when `render` is absent. */
  key: string;
  title: string;
  render?: (row: Row) => ReactNode;
  /** Right-aligned, tabular digits. */
  numeric?: boolean;
  /** Pixels; of the title the least. Without it the column takes its share. */
  width?: number;
  sortable?: boolean;
  /** Hidden until the user chooses it. */
  optional?: boolean;
  /**
   * Its role on a phone: the record's title, one of its facts (three at most), or hidden. Where a wider window
   * has not enough room for all columns, it loses the others first, from the right; then cells are cut.
   */
  mobile?: 'title' | 'fact';
}

/** An action for one row. */
export interface RowAction {
  key: string;
  /** A verb. */
  label: string;
  icon?: ReactNode;
  /** A rejection is shown as a toast. */
  onClick: () => unknown;
  /** Shown in the row instead of the menu; two at most. */
  visible?: boolean;
  danger?: boolean;
  disabled?: boolean;
  /** Confirms before it runs. */
  confirm?: ConfirmOptions;
}

/** Selected rows of the page, by their keys. */
export interface Selection {
  keys: readonly (string | number)[];
  onChange: (keys: (string | number)[]) => void;
  /** Buttons of the bar that appears with the first selected row. */
  actions: ReactNode;
}

/** Rows selected over several pages of a list. A tick renders the table again, but not the page that holds it. */
export interface RowSelection<Row> {
  /** In order of selection, including rows of pages that are no longer shown. */
  read: () => readonly Row[];
  onChange: (keys: readonly (string | number)[]) => void;
  clear: () => void;
  subscribe: (listener: () => void) => () => void;
}

/** What a table does with the rows of {@link useRowSelection}. */
export interface StoredSelection<Row> {
  rows: RowSelection<Row>;
  /** Buttons of the bar that appears with the first selected row. */
  actions: (rows: readonly Row[]) => ReactNode;
}

/** `source` is the result of `useData`, everything else describes how it is shown. */
export interface DataTableProps<Row> {
  source: DataSource<Row>;
  /** Keep the first one short: it identifies the row and stays visible. */
  columns: DataColumn<Row>[];
  rowKey: (row: Row) => string | number;
  /** Name of the row for screen readers and menus. The key by default. */
  rowName?: (row: Row) => string;
  /** The result of `useListState`. Without it there are no pages and no sorting. */
  list?: Pick<
    ListState,
    'page' | 'pageSize' | 'setPage' | 'setPageSize' | 'sort' | 'setSort' | 'isFiltered' | 'clearFilters'
  > &
    Partial<Pick<ListState, 'filters'>>;
  /** The server counts rows up to here: a total that reaches it is shown as "more than". */
  countLimit?: number;
  /** Name of the table for screen readers: "Channels". */
  label: string;
  /** Stores the chosen columns under this name. Without it there is no chooser. */
  storageKey?: string;
  actions?: (row: Row) => RowAction[];
  /** Runs on Enter and on a click that hits no control. */
  onOpen?: (row: Row) => void;
  /** Key of the row that is shown next to the table, for example in a `Peek`. */
  openKey?: string | number | undefined;
  /** Details of a row, expanded under it. */
  expand?: (row: Row) => ReactNode;
  selection?: Selection | StoredSelection<Row> | undefined;
  /** Shown when there are no rows: usually an `EmptyState` with the button that creates the first one. */
  empty?: ReactNode;
  /** Buttons to the left of the column chooser, such as export. */
  tools?: ReactNode;
  /** Row height of 36 instead of 44 pixels; by default the user's choice for all tables. */
  compact?: boolean;
}

/** The table as it is at the moment. */
export interface ShownTable<Row> extends Omit<DataTableProps<Row>, 'selection'> {
  selection?: Selection | undefined;
}

/** Props of the table itself: the visible columns and its header. */
export interface GridProps<Row> extends ShownTable<Row> {
  /** At the right end of the header. */
  chooser?: ReactNode;
  /** Cells are cut and all actions are in the menu, so that all columns are within the table. */
  isTight?: boolean;
}
