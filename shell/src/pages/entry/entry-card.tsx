import type { ReactNode } from 'react';
import './entry.css';

interface Props {
  heading: string;
  lead?: string;
  children: ReactNode;
  /** Links to the other pages of this kind. */
  foot?: ReactNode;
}

/** The card around all account entry pages. */
export function EntryCard({ heading, lead, children, foot }: Props) {
  return (
    <div className="sh-entry">
      <h1>{heading}</h1>
      {lead && <p className="sh-entry-lead">{lead}</p>}
      {children}
      {foot && <div className="sh-entry-foot">{foot}</div>}
    </div>
  );
}
