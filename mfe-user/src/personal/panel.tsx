import { type ReactNode, useId } from 'react';

interface Props {
  title: string;
  /** One line on its purpose. */
  hint?: string;
  /** Buttons to the right of the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A section of the page with a title. */
export function Panel({ title, hint, actions, children }: Props) {
  const id = useId();
  return (
    <section className="personal-panel" aria-labelledby={id}>
      <div className="personal-panel-head">
        <div>
          <h2 id={id}>{title}</h2>
          {hint && <p className="tg-muted">{hint}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}
