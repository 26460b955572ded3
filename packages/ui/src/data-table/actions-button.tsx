import { Button, Dropdown } from '@arco-design/web-react';
import { type ReactNode, useRef } from 'react';
import { useToast } from '../feedback/use-toast.ts';
import { actionMenu, focusMenu } from './action-menu.tsx';
import type { RowAction } from './types.ts';

export interface ActionsButtonProps {
  label: string;
  icon?: ReactNode;
  actions: RowAction[];
  loading?: boolean;
}

/** A button that opens a menu of actions, such as those for a whole list. */
export function ActionsButton({ label, icon, actions, loading = false }: ActionsButtonProps) {
  const toast = useToast();
  const opener = useRef<HTMLSpanElement>(null);
  return (
    <span ref={opener}>
      <Dropdown
        trigger="click"
        position="br"
        triggerProps={{ escToClose: true }}
        droplist={actionMenu(actions, toast)}
        onVisibleChange={(isOpen) =>
          isOpen ? focusMenu() : opener.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus()
        }
      >
        <Button icon={icon} loading={loading} aria-haspopup="menu">
          {label}
        </Button>
      </Dropdown>
    </span>
  );
}
