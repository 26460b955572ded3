export * from './parts/arco-data.ts';
export * from './parts/charts.ts';
export * from './parts/panels.ts';
export * from './parts/table.ts';
export {
  DateTimeRange,
  type DateTimeRangeProps,
  isDayWord,
  isTimeWord,
  rangeFromText,
  rangeToText,
  TimeFilter,
  type TimeFilterProps,
  type TimeRange,
  type TimeWord,
  timeWords,
} from './parts/times.ts';
