import type { ReactNode } from 'react';
import './state.css';

export interface StateProps {
  icon: ReactNode;
  tone?: 'neutral' | 'danger';
  title: ReactNode;
  description?: ReactNode;
  /** What the user can do about it. */
  action?: ReactNode;
  /** Small text under the action. */
  note?: ReactNode;
  role?: 'alert' | 'status';
}

/** Common layout of empty, failed and forbidden states: icon, text and next action. */
export function State({ icon, tone = 'neutral', title, description, action, note, role }: StateProps) {
  return (
    <div className={`tg-state tg-state-${tone}`} role={role}>
      <span className="tg-state-icon" aria-hidden>
        {icon}
      </span>
      <p className="tg-state-title">{title}</p>
      {description && <p className="tg-state-description">{description}</p>}
      {action && <div className="tg-state-action">{action}</div>}
      {note && <div className="tg-state-note">{note}</div>}
    </div>
  );
}
