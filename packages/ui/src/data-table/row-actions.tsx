import { Button, Dropdown, Menu } from '@arco-design/web-react';
import { IconMore } from '@arco-design/web-react/icon';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../feedback/confirm.ts';
import { type Toast, useToast } from '../feedback/use-toast.ts';
import type { RowAction } from './types.ts';

export interface RowActionsProps {
  actions: RowAction[];
  /** Names the row for the menu's button. */
  name: string;
  /** Puts everything in the menu, as on a phone. */
  folded?: boolean;
}

/** At most two actions in the row, the rest in a menu, what destroys last. */
export function RowActions({ actions, name, folded = false }: RowActionsProps) {
  const { t } = useTranslation('common');
  const toast = useToast();
  const opener = useRef<HTMLSpanElement>(null);
  const visible = folded ? [] : actions.filter((action) => action.visible).slice(0, 2);
  const rest = actions
    .filter((action) => !visible.includes(action))
    .sort((a, b) => Number(a.danger ?? false) - Number(b.danger ?? false));

  return (
    <span className="tg-row-actions" ref={opener}>
      {visible.map((action) => (
        <Button
          key={action.key}
          type="text"
          size="small"
          disabled={action.disabled ?? false}
          {...(action.danger && { status: 'danger' })}
          onClick={() => run(action, toast)}
        >
          {action.label}
        </Button>
      ))}
      {rest.length > 0 && (
        <Dropdown
          trigger="click"
          position="br"
          triggerProps={{ escToClose: true }}
          droplist={actionMenu(rest, toast)}
          onVisibleChange={(isOpen) =>
            isOpen ? focusMenu() : opener.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus()
          }
        >
          <Button
            type="text"
            size="small"
            icon={<IconMore />}
            aria-haspopup="menu"
            aria-label={t('table.actions-for', { name })}
          />
        </Dropdown>
      )}
    </span>
  );
}

/** A plain function: the dropdown must meet Arco's menu itself to dress it as one. */
function actionMenu(actions: RowAction[], toast: Toast) {
  return (
    <Menu
      className="tg-row-menu"
      onKeyDown={moveInMenu}
      onClickMenuItem={(key) => void run(actions.find((action) => action.key === key)!, toast)}
    >
      {actions.map(({ key, label, icon, danger, disabled = false }) => (
        <Menu.Item key={key} disabled={disabled} className={danger ? 'tg-menu-danger' : ''}>
          {icon && <span className="tg-menu-icon">{icon}</span>}
          {label}
        </Menu.Item>
      ))}
    </Menu>
  );
}

/** Once Arco has put the menu on the page. */
function focusMenu(): void {
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

async function run(action: RowAction, toast: Toast): Promise<void> {
  try {
    if (action.confirm && !(await confirm({ danger: action.danger ?? false, ...action.confirm }))) return;
    await action.onClick();
  } catch (error) {
    toast.error(error);
  }
}
