import type { Token } from '@tollgate/contract';
import { Button, EmptyState, TimeAgo, useFormat } from '@tollgate/ui/core';
import { type DataColumn, DataTable, FilterBar, useLastPage, useListState } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';
import { useItems } from './list.data.ts';

export function ListTable({ onCreate }: { onCreate: () => void }) {
  const { t } = useTranslation('area.example-area');
  const list = useListState({ filters: { keyword: '' } });
  const items = useItems({ p: list.page, page_size: list.pageSize, ...list.filters });
  useLastPage(list, items.data?.total);
  return (
    <>
      <FilterBar list={list} search={{ name: 'keyword', placeholder: t('list.search') }} />
      <DataTable<Token>
        label={t('list.title')}
        storageKey="example-area"
        source={{ ...items, data: items.data, retry: items.mutate }}
        list={list}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        columns={useColumns()}
        empty={
          <EmptyState
            title={t('list.empty')}
            description={t('list.empty-hint')}
            action={
              <Button type="primary" onClick={onCreate}>
                {t('list.create')}
              </Button>
            }
          />
        }
      />
    </>
  );
}

function useColumns(): DataColumn<Token>[] {
  const { t } = useTranslation('area.example-area');
  const format = useFormat();
  return [
    { key: 'name', title: t('list.name'), mobile: 'title', render: ({ name }) => name },
    {
      key: 'remain_quota',
      title: t('list.left'),
      numeric: true,
      mobile: 'fact',
      render: ({ remain_quota, unlimited_quota }) =>
        unlimited_quota ? t('list.unlimited') : format.quota(remain_quota),
    },
    {
      key: 'created_time',
      title: t('list.made'),
      mobile: 'fact',
      render: ({ created_time }) => <TimeAgo at={created_time} />,
    },
  ];
}
