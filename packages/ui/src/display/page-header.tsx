import type { ReactNode } from 'react';
import './page-header.css';

export interface PageHeaderProps {
  title: ReactNode;
  /** One line on what the page is for. */
  description?: ReactNode;
  /** Buttons at the right, the primary one last. */
  actions?: ReactNode;
}

/** The title of a page (its only h1) with its actions. */
export function PageHeader({ title, description, actions }: PageHeaderProps) {
  return (
    <header className="tg-page-header">
      <div className="tg-page-header-words">
        <h1>{title}</h1>
        {description && <p>{description}</p>}
      </div>
      {actions && <div className="tg-page-header-actions">{actions}</div>}
    </header>
  );
}
