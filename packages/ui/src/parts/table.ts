import '@arco-design/web-react/es/_util/react-19-adapter';
import '../styles/table.ts';

export { ActionsButton, type ActionsButtonProps } from '../data-table/actions-button.tsx';
export { DataTable } from '../data-table/data-table.tsx';
export { IdDot } from '../data-table/id-dot.tsx';
export { Pager, type PagerProps } from '../data-table/pager.tsx';
export { RowActions, type RowActionsProps } from '../data-table/row-actions.tsx';
export type * from '../data-table/types.ts';
export { useIsRecord } from '../data-table/use-is-record.ts';
export { useLastPage } from '../data-table/use-last-page.ts';
export {
  type Filters,
  type ListDefaults,
  type ListState,
  useListState,
} from '../data-table/use-list-state.ts';
export { useNameList } from '../data-table/use-name-list.ts';
export { useRowSelection } from '../data-table/use-row-selection.ts';
export { type SelectedRows, useSelectedRows } from '../data-table/use-selected-rows.ts';
export { ExportButton, type ExportButtonProps, type ExportFormat } from '../export/export-button.tsx';
export { FilterBar, type FilterBarProps, type FilterField } from '../filters/filter-bar.tsx';
export { FilterText, type FilterTextProps } from '../filters/filter-text.tsx';
export { SearchInput, type SearchInputProps } from '../filters/search-input.tsx';
