import { type ComponentProps, type ReactNode, useId } from 'react';

export interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  label: string;
  name: string;
  /** The error of the last try. */
  problem?: string | undefined;
  hint?: string;
  /** At the end of the field, such as a button. */
  end?: ReactNode;
}

/** One form field with its label above and its error below. */
export function Field({ label, problem, hint, end, ...input }: FieldProps) {
  const id = useId();
  const note = problem ?? hint;
  return (
    <div className="sh-field">
      <label htmlFor={id}>{label}</label>
      <div className="sh-field-box">
        <input
          {...input}
          id={id}
          className="sh-input"
          aria-invalid={problem !== undefined}
          aria-describedby={note ? `${id}note` : undefined}
        />
        {end}
      </div>
      {note && (
        <p
          id={`${id}note`}
          className={problem ? 'sh-problem' : 'sh-hint'}
          role={problem ? 'alert' : undefined}
        >
          {note}
        </p>
      )}
    </div>
  );
}
