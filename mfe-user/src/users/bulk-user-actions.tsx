import { useSession } from '@tollgate/console-sdk';
import type { User } from '@tollgate/contract';
import { ConfirmAction, useToast } from '@tollgate/ui/core';
import { useNameList } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';
import { actionsFor, isLocked } from './user-rights.ts';
import { useManageUser } from './users.data.ts';

interface Props {
  users: readonly User[];
  onDone: () => void;
}

/** Enables or disables the selected users for whom this is possible; others are left unchanged. */
export function BulkUserActions({ users, onDone }: Props) {
  const { t } = useTranslation('area.user');
  const toast = useToast();
  const ownRole = useSession().user?.role ?? 0;
  const manage = useManageUser();
  const nameList = useNameList();

  return (
    <>
      {(['enable', 'disable'] as const).map((action) => {
        const able = users.filter((user) => actionsFor(ownRole, user).includes(action) && !isLocked(user));
        const count = able.length;
        return (
          <ConfirmAction
            key={action}
            size="small"
            danger={action === 'disable'}
            disabled={count === 0}
            title={t(`users.bulk.${action}`, { count })}
            content={
              <>
                <p>{nameList(able.map(({ username }) => username))}</p>
                {t(`users.bulk.${action}-content`)}
              </>
            }
            okText={t(`users.action.${action}`)}
            onConfirm={async () => {
              for (const user of able) await manage(user, action);
              toast.success(t(`users.bulk.${action}d`, { count }));
              onDone();
            }}
          >
            {t(`users.bulk.${action}-button`, { value: count })}
          </ConfirmAction>
        );
      })}
    </>
  );
}
