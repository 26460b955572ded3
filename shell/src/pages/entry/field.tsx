import { type ComponentProps, type ReactNode, useId } from 'react';

export interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  label: string;
  name: string;
  /** What was wrong with it at the last try. */
  problem?: string | undefined;
  hint?: string;
  /** Stands in the field at its end, such as a button. */
  end?: ReactNode;
}

/** One line of a form: its name above, what is wrong with it below. */
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
