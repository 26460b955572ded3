import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import './tabs.css';

export interface TabsProps<Id extends string> {
  /** Names the tabs for screen readers. */
  label: string;
  tabs: readonly { id: Id; label: ReactNode }[];
  open: Id;
  onOpen: (id: Id) => void;
  /** What the open tab shows. */
  children: ReactNode;
}

/** Views of one thing, of which one is visible. Arrow keys, Home and End move between the tabs. */
export function Tabs<Id extends string>({ label, tabs, open, onOpen, children }: TabsProps<Id>) {
  const base = useId();
  const bar = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === open);
    const target = targetOf(event.key, at, tabs.length);
    const next = target === undefined ? undefined : tabs[target];
    if (!next) return;
    event.preventDefault();
    onOpen(next.id);
    bar.current?.querySelectorAll('button')[target as number]?.focus();
  };
  return (
    <div className="tg-views">
      <div ref={bar} className="tg-views-bar" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-${tab.id}`}
            className="tg-views-tab"
            aria-selected={tab.id === open}
            aria-controls={`${base}-panel`}
            tabIndex={tab.id === open ? 0 : -1}
            onClick={() => onOpen(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        id={`${base}-panel`}
        role="tabpanel"
        aria-labelledby={`${base}-${open}`}
        className="tg-views-panel"
      >
        {children}
      </div>
    </div>
  );
}

function targetOf(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
