import { BrandSplit } from '@tollgate/ui/brand';
import type { ReactNode } from 'react';
import './entry.css';

interface Props {
  heading: string;
  lead?: string;
  children: ReactNode;
  /** Links to the other pages of this kind. */
  foot?: ReactNode;
}

/** All pages through which people get into their account: a form, and next to it what the product is. */
export function EntryCard({ heading, lead, children, foot }: Props) {
  return (
    <BrandSplit>
      <div className="sh-entry">
        <h1>{heading}</h1>
        {lead && <p className="sh-entry-lead">{lead}</p>}
        {children}
        {foot && <div className="sh-entry-foot">{foot}</div>}
      </div>
    </BrandSplit>
  );
}
