import type { ReactNode } from 'react';
import { ActionMenu } from './action-menu.tsx';
import type { RowAction } from './types.ts';

export interface ActionsButtonProps {
  label: string;
  icon?: ReactNode;
  actions: RowAction[];
  loading?: boolean;
}

/** A button that opens a menu of actions, such as those for a whole list. */
export function ActionsButton({ label, icon, actions, loading = false }: ActionsButtonProps) {
  return (
    <ActionMenu actions={actions} icon={icon} loading={loading}>
      {label}
    </ActionMenu>
  );
}
