import type { ReactNode } from 'react';
import './entry.css';

interface Props {
  heading: string;
  lead?: string;
  children: ReactNode;
  /** Ways to the other pages of this kind. */
  foot?: ReactNode;
}

/** The card that everything about getting into an account stands in. */
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
