import '@arco-design/web-react/es/_util/react-19-adapter';
import './styles/data.ts';

export {
  Descriptions,
  type DescriptionsProps,
  List,
  Pagination,
  type PaginationProps,
  Popconfirm,
  Statistic,
  Steps,
  Table,
  type TableColumnProps,
  type TableProps,
  Timeline,
  Tree,
} from '@arco-design/web-react';
export * from './chart/chart.tsx';
export * from './chart/series-mark.tsx';
export type * from './chart/types.ts';
export { ActionsButton, type ActionsButtonProps } from './data-table/actions-button.tsx';
export * from './data-table/data-table.tsx';
export { Pager, type PagerProps } from './data-table/pager.tsx';
export { RowActions, type RowActionsProps } from './data-table/row-actions.tsx';
export type * from './data-table/types.ts';
export * from './data-table/use-last-page.ts';
export * from './data-table/use-list-state.ts';
export * from './data-table/use-name-list.ts';
export { useRowSelection } from './data-table/use-row-selection.ts';
export * from './data-table/use-selected-rows.ts';
export * from './display/fold.tsx';
export * from './display/sparkline.tsx';
export * from './export/export-button.tsx';
export * from './feedback/progress-run.tsx';
export * from './feedback/use-progress-run.ts';
export * from './filters/date-time-range.tsx';
export * from './filters/filter-bar.tsx';
export * from './filters/filter-text.tsx';
export { SearchInput, type SearchInputProps } from './filters/search-input.tsx';
export * from './filters/time-filter.tsx';
export * from './filters/time-range.ts';
export { LimitList, LimitReset } from './limits/limit-list.tsx';
export { LimitSection } from './limits/limit-section.tsx';
export type { DescribedLimit, LimitItem } from './limits/types.ts';
export { type LimitWords, useLimitWords } from './limits/use-limit-words.ts';
export * from './peek/peek.tsx';
export * from './tabs/tabs.tsx';
