import { ExtensionTabContent, useArea, useExtensionTabs } from '@tollgate/console-sdk';
import { useErrorMessage } from '@tollgate/i18n';
import { Alert, Button, EmptyState, PageHeader } from '@tollgate/ui/core';
import { DataTable, FilterBar, useLastPage, useListState } from '@tollgate/ui/data';
import { IconArrowLeft } from '@tollgate/ui/icons';
import { TabLinks, useParams, useSearchParams } from '@tollgate/ui/router';
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
  const user = useUser(Number.isSafeInteger(id) ? id : undefined);
  const title = t('users.statement.title', { username: user.data?.username ?? `#${id}` });
  useEffect(() => ui.setTitle(title), [ui, title]);
  const others = useExtensionTabs('user.statement/v1');
  const [params] = useSearchParams();
  const open = others.find((tab) => tab.id === params.get('tab'))?.id;

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
      {others.length > 0 && (
        <TabLinks
          label={t('users.statement.tabs')}
          open={open ?? ''}
          tabs={[
            { id: '', label: t('users.statement.tab'), search: '' },
            ...others.map((tab) => ({ ...tab, search: `?tab=${tab.id}` })),
          ]}
        />
      )}
      {open === undefined && <Entries userId={id} />}
      {open !== undefined && user.data && (
        <ExtensionTabContent
          point="user.statement/v1"
          tab={open}
          of={{ userId: id, username: user.data.username }}
        />
      )}
    </>
  );
}

function Entries({ userId }: { userId: number }) {
  const { t } = useTranslation('area.user');
  const list = useListState({ filters: { kind: '' } });
  const { kind } = list.filters;
  const entries = useStatement({
    id: userId,
    p: list.page,
    page_size: list.pageSize,
    ...(kind && { kind }),
  });
  const columns = useStatementColumns();
  useLastPage(list, entries.data?.total);
  return (
    <>
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
