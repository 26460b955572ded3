import { useId } from 'react';

interface FieldProps {
  label: string;
  hint?: string | undefined;
  children: (id: string) => React.ReactNode;
}

/** A control of the panel with its name above and a hint below. */
export function Field({ label, hint, children }: FieldProps) {
  const id = useId();
  return (
    <div className="playground-field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {hint && <small>{hint}</small>}
    </div>
  );
}
