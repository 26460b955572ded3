import { useArea } from '@tollgate/console-sdk';
import { useErrorMessage } from '@tollgate/i18n';
import { Alert, Button, EmptyState, PageHeader } from '@tollgate/ui/core';
import { DataTable, FilterBar, useLastPage, useListState } from '@tollgate/ui/data';
import { IconArrowLeft } from '@tollgate/ui/icons';
import { useParams } from '@tollgate/ui/router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStatementColumns } from './statement-columns.tsx';
import { useStatement, useUser } from './users.data.ts';
import './users.css';

/** Every ledger entry of a user, newest first. */
export function StatementPage() {
  const { t } = useTranslation('area.user');
  const id = Number(useParams().id);
  const { links, ui } = useArea();
  const errorMessage = useErrorMessage();
  const list = useListState({ filters: { kind: '' } });
  const user = useUser(Number.isSafeInteger(id) ? id : undefined);
  const { kind } = list.filters;
  const entries = useStatement({ id, p: list.page, page_size: list.pageSize, ...(kind && { kind }) });
  const columns = useStatementColumns();
  const title = t('users.statement.title', { username: user.data?.username ?? `#${id}` });
  useLastPage(list, entries.data?.total);
  useEffect(() => ui.setTitle(title), [ui, title]);

  return (
    <>
      <PageHeader
        title={title}
        description={t('users.statement.intro')}
        actions={
          <Button icon={<IconArrowLeft />} onClick={() => links.go('user.users')}>
            {t('users.statement.back')}
          </Button>
        }
      />
      {user.error && <Alert type="error" className="users-note" content={errorMessage(user.error)} />}
      <FilterBar
        list={list}
        fields={[
          {
            name: 'kind',
            label: t('users.statement.kind'),
            options: [
              { value: '', label: t('common:answer.all') },
              ...kinds.map((value) => ({ value, label: t(`users.kind.${value}`) })),
            ],
          },
        ]}
      />
      <DataTable
        label={t('users.statement.label')}
        source={{ ...entries, data: entries.data, retry: entries.mutate }}
        list={list}
        rowKey={({ id: number }) => number}
        columns={columns}
        empty={<EmptyState title={t('users.statement.empty')} />}
      />
    </>
  );
}

const kinds = [
  'usage',
  'refund',
  'grant',
  'adjust',
  'redeem',
  'topup',
  'invited',
  'aff_transfer',
  'setup',
  'import',
];
