import type { ExtensionProps } from '@tollgate/console-sdk';
import { Drawer } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { UsageOfUser } from '../usage-of-user/usage-of-user.tsx';

/** An action in the list of users: their recent usage, without leaving the list. */
export function UsageDrawer({ row, onClose }: ExtensionProps<'user.user-action/v1'>) {
  const { t } = useTranslation('area.logs');
  return (
    <Drawer
      visible
      width="min(480px, 100%)"
      title={t('elsewhere.usage-of', { username: row.username })}
      footer={null}
      onCancel={onClose}
    >
      <UsageOfUser userId={row.id} username={row.username} isAlone />
    </Drawer>
  );
}
