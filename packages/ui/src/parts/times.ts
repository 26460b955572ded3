import '@arco-design/web-react/es/_util/react-19-adapter';
import '../styles/times.ts';

export { DatePicker, TimePicker } from '@arco-design/web-react';
export { DateTimeRange, type DateTimeRangeProps } from '../filters/date-time-range.tsx';
export { TimeFilter, type TimeFilterProps } from '../filters/time-filter.tsx';
export {
  isDayWord,
  isTimeWord,
  rangeFromText,
  rangeToText,
  type TimeRange,
  type TimeWord,
  timeWords,
} from '../filters/time-range.ts';
export { DateTimePicker, type DateTimePickerProps, NEVER } from '../forms/date-time-picker.tsx';
