import { Button, type ButtonProps, Dropdown, Menu } from '@arco-design/web-react';
import type { KeyboardEvent } from 'react';
import { confirm } from '../feedback/confirm.ts';
import { type Toast, useToast } from '../feedback/use-toast.ts';
import { usePopup } from '../popup/use-popup.ts';
import type { RowAction } from './types.ts';
import './row-actions.css';

const ITEM = '[role="menuitem"]';

/** A button with a menu of actions, with the keys of the WAI-ARIA menu button. */
export function ActionMenu({ actions, ...button }: ButtonProps & { actions: RowAction[] }) {
  const toast = useToast();
  const { isOpen, setOpen, close, opener, popup, openerProps } = usePopup(ITEM);
  const hasIcons = actions.some(({ icon }) => icon);

  function choose(key: string) {
    close(); // First, so that a dialog which the action opens returns the focus to the button.
    void run(actions.find((action) => action.key === key)!, toast);
  }

  return (
    <span ref={opener}>
      <Dropdown
        trigger="click"
        position="br"
        popupVisible={isOpen}
        onVisibleChange={setOpen}
        droplist={
          // Arco styles the menu only when the dropdown receives it directly.
          <Menu
            ref={popup}
            className="tg-row-menu"
            onKeyDown={(event) => moveInMenu(event, close)}
            onClickMenuItem={choose}
          >
            {actions.map(({ key, label, icon, danger, disabled = false }) => (
              <Menu.Item
                key={key}
                tabIndex={-1}
                disabled={disabled}
                aria-disabled={disabled}
                className={danger ? 'tg-menu-danger' : ''}
              >
                {hasIcons && <span className="tg-menu-icon">{icon}</span>}
                {label}
              </Menu.Item>
            ))}
          </Menu>
        }
      >
        <Button {...button} {...openerProps} aria-haspopup="menu" />
      </Dropdown>
    </span>
  );
}

function moveInMenu(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  if (event.key === 'Tab') {
    close(); // The browser then moves on from the button.
    return;
  }
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(ITEM)];
  const current = items.indexOf(document.activeElement as HTMLElement);
  const next = nextItem(event.key, current, items.length);
  if (next !== undefined) items.at(next)?.focus();
  else if (event.key === 'Escape') close();
  else if (event.key === ' ') items[current]?.click();
  // Arco has chosen the item, and the button has the focus: by itself, the key would press it too.
  else if (event.key !== 'Enter') return;
  event.preventDefault();
  event.stopPropagation(); // Escape leaves a drawer around the button open.
}

function nextItem(key: string, current: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (current + 1) % count;
  if (key === 'ArrowUp') return Math.max(current, 0) - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? -1 : undefined;
}

/** Confirms first when the action requires it; shows a failure as a toast. */
export async function run(action: RowAction, toast: Toast): Promise<void> {
  try {
    if (action.confirm && !(await confirm({ danger: action.danger ?? false, ...action.confirm }))) return;
    await action.onClick();
  } catch (error) {
    toast.error(error);
  }
}
