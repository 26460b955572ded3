export * from './parts/arco-form.ts';
export * from './parts/choices.ts';
export * from './parts/dialogs.ts';
export * from './parts/fields.ts';
export * from './parts/sliders.ts';
export { DatePicker, DateTimePicker, type DateTimePickerProps, NEVER, TimePicker } from './parts/times.ts';
