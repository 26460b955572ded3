import { Button } from '@arco-design/web-react';
import { IconMore } from '@arco-design/web-react/icon';
import { useTranslation } from 'react-i18next';
import { useToast } from '../feedback/use-toast.ts';
import { ActionMenu, run } from './action-menu.tsx';
import type { RowAction } from './types.ts';
import './row-actions.css';

export interface RowActionsProps {
  actions: RowAction[];
  /** Names the row for the menu's button. */
  name: string;
  /** Puts all actions into the menu, as on a phone. */
  folded?: boolean;
}

/** At most two actions in the row, the rest in a menu, destructive ones last. */
export function RowActions({ actions, name, folded = false }: RowActionsProps) {
  const { t } = useTranslation('common');
  const toast = useToast();
  const visible = folded ? [] : actions.filter((action) => action.visible).slice(0, 2);
  const rest = actions
    .filter((action) => !visible.includes(action))
    .sort((a, b) => Number(a.danger ?? false) - Number(b.danger ?? false));

  return (
    <span className="tg-row-actions">
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
        <ActionMenu
          actions={rest}
          type="text"
          size="small"
          icon={<IconMore />}
          aria-label={t('table.actions-for', { name })}
        />
      )}
    </span>
  );
}
