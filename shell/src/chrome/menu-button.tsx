import { IconCheck } from '@tollgate/ui/icons';
import { type ReactNode, useId, useRef, useState } from 'react';
import { moveFocus } from './move-focus.ts';
import { useDismiss } from './use-dismiss.ts';
import './menu-button.css';

export interface MenuEntry {
  id: string;
  label: ReactNode;
  icon?: ReactNode;
  /** Set on entries of a single choice. */
  checked?: boolean;
  /** Language of the label when it differs from the page's. */
  lang?: string;
  /** The first entry of another kind than those above it. */
  isApart?: boolean;
  onSelect: () => void;
}

interface Props {
  /** Accessible name of the button. */
  label: string;
  entries: readonly MenuEntry[];
  /** Shown above the entries. */
  heading?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A button with a menu: arrows move, Enter chooses, Esc closes and restores the focus. */
export function MenuButton({ label, entries, heading, className = '', children }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useDismiss(root, isOpen, () => setOpen(false));

  function close() {
    setOpen(false);
    button.current?.focus();
  }

  return (
    <div className="sh-menu" ref={root}>
      <button
        ref={button}
        type="button"
        className={`sh-menu-trigger ${className}`}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {children}
      </button>
      {isOpen && (
        <div className="sh-menu-popup">
          {heading && <div className="sh-menu-heading">{heading}</div>}
          <div
            id={id}
            role="menu"
            tabIndex={-1}
            aria-label={label}
            ref={focusChosen}
            onKeyDown={(event) => {
              if (event.key === 'Escape') close();
              else if (event.key === 'Tab') setOpen(false);
              else moveFocus(event, '[role^="menuitem"]');
            }}
          >
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} onClose={close} />
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

function Entry({ entry, onClose }: { entry: MenuEntry; onClose: () => void }) {
  const { label, icon, checked, lang, isApart, onSelect } = entry;
  const choice = checked === undefined ? {} : { 'aria-checked': checked };
  return (
    <button
      type="button"
      className={`sh-menu-entry${isApart ? ' sh-menu-entry-apart' : ''}`}
      role={checked === undefined ? 'menuitem' : 'menuitemradio'}
      tabIndex={-1}
      lang={lang}
      {...choice}
      onClick={() => {
        onClose();
        onSelect();
      }}
    >
      {icon && <span className="sh-menu-icon">{icon}</span>}
      <span>{label}</span>
      {checked && <IconCheck className="sh-menu-check" />}
    </button>
  );
}

function focusChosen(menu: HTMLElement | null): void {
  const chosen = menu?.querySelector<HTMLElement>('[aria-checked="true"]');
  (chosen ?? menu?.querySelector<HTMLElement>('[role^="menuitem"]'))?.focus();
}
