import type { ReactNode } from 'react';
import './message-page.css';

interface Props {
  icon: ReactNode;
  heading: string;
  children: ReactNode;
  actions: ReactNode;
}

/** A message with links to other pages. */
export function MessagePage({ icon, heading, children, actions }: Props) {
  return (
    <div className="sh-message">
      <span className="sh-message-mark" aria-hidden>
        {icon}
      </span>
      <h1>{heading}</h1>
      <p>{children}</p>
      <div className="sh-message-actions">{actions}</div>
    </div>
  );
}
