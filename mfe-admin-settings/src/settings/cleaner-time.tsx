import { DateTimePicker, type DateTimePickerProps } from '@tollgate/ui/form';

interface Props extends Pick<DateTimePickerProps, 'id' | 'value' | 'onChange'> {
  label: string;
}

/** The time up to which the usage log is deleted, in a file of its own. */
export function CleanerTime({ label, ...field }: Props) {
  return <DateTimePicker {...field} aria-label={label} expiry={false} />;
}
