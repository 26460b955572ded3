import { Role } from '@tollgate/contract';
import { StatusTag } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';

/** Normal user, admin or super admin. */
export function RoleTag({ role }: { role: number }) {
  const { t } = useTranslation('area.user');
  // A role is no warning.
  if (role >= Role.root) return <StatusTag tone="info">{t('users.role.100')}</StatusTag>;
  if (role >= Role.admin) return <StatusTag tone="info">{t('users.role.10')}</StatusTag>;
  return <>{t('users.role.1')}</>;
}
