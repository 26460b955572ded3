import { Menu } from '@arco-design/web-react';
import type { KeyboardEvent } from 'react';
import { confirm } from '../feedback/confirm.ts';
import type { Toast } from '../feedback/use-toast.ts';
import type { RowAction } from './types.ts';

/** A plain function, because Arco's dropdown must receive its menu element directly to style it. */
export function actionMenu(actions: RowAction[], toast: Toast) {
  const hasIcons = actions.some(({ icon }) => icon);
  return (
    <Menu
      className="tg-row-menu"
      onKeyDown={moveInMenu}
      onClickMenuItem={(key) => void run(actions.find((action) => action.key === key)!, toast)}
    >
      {actions.map(({ key, label, icon, danger, disabled = false }) => (
        <Menu.Item key={key} disabled={disabled} className={danger ? 'tg-menu-danger' : ''}>
          {hasIcons && <span className="tg-menu-icon">{icon}</span>}
          {label}
        </Menu.Item>
      ))}
    </Menu>
  );
}

/** Focuses the menu after Arco has mounted it. */
export function focusMenu(): void {
  setTimeout(() => document.querySelector<HTMLElement>('.tg-row-menu [role="menuitem"]')?.focus(), 50);
}

function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  const current = items.indexOf(document.activeElement as HTMLElement);
  const next = current + (event.key === 'ArrowDown' ? 1 : -1);
  items.at(next % items.length)?.focus();
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
