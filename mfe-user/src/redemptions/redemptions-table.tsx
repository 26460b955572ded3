import { download } from '@tollgate/api-client';
import { exportRedemptions, type Redemption, RedemptionStatus } from '@tollgate/contract';
import { Button, EmptyState, useCopy, useToast } from '@tollgate/ui/core';
import {
  DataTable,
  ExportButton,
  FilterBar,
  useLastPage,
  useListState,
  useRowSelection,
} from '@tollgate/ui/data';
import { IconCopy } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import { useRedemptionColumns } from './redemption-columns.tsx';
import { useRedemptions } from './redemptions.data.ts';
import { useRedemptionActions } from './use-redemption-actions.tsx';

interface Props {
  onEdit: (redemption: Redemption) => void;
  onView: (redemption: Redemption) => void;
  onCreate: () => void;
}

export function RedemptionsTable({ onEdit, onView, onCreate }: Props) {
  const { t } = useTranslation('area.user');
  const list = useListState({ filters: { keyword: '', status: '' } });
  const { page: p, pageSize: page_size, filters } = list;
  const codes = useRedemptions({ p, page_size, ...filters });
  const selected = useRowSelection(codes.data?.items);
  const copySelected = useCopySelected(selected.read);
  useLastPage(list, codes.data?.total);

  return (
    <>
      <FilterBar
        list={list}
        search={{ name: 'keyword', placeholder: t('redemptions.filter.search') }}
        fields={[
          {
            name: 'status',
            label: t('redemptions.field.status'),
            options: [
              { value: '', label: t('common:answer.all') },
              ...Object.values(RedemptionStatus).map((status) => ({
                value: String(status),
                label: t(`redemptions.status.${status}`),
              })),
            ],
          },
        ]}
        actions={
          <>
            <Button icon={<IconCopy />} onClick={copySelected}>
              {t('redemptions.copy-selected')}
            </Button>
            <ExportButton fetchFile={(format) => download(exportRedemptions, { format, ...filters })} />
          </>
        }
      />
      <DataTable<Redemption>
        label={t('redemptions.title')}
        storageKey="redemptions"
        source={{ ...codes, data: codes.data, retry: codes.mutate }}
        list={list}
        rowKey={({ id }) => id}
        rowName={({ id, name }) => `${name} ${id}`}
        columns={useRedemptionColumns()}
        actions={useRedemptionActions({ onEdit, onView })}
        selection={{
          rows: selected,
          actions: () => (
            <Button size="small" icon={<IconCopy />} onClick={copySelected}>
              {t('redemptions.copy-codes')}
            </Button>
          ),
        }}
        empty={
          <EmptyState
            title={t('redemptions.empty.title')}
            description={t('redemptions.empty.hint')}
            action={
              <Button type="primary" onClick={onCreate}>
                {t('redemptions.create')}
              </Button>
            }
          />
        }
      />
    </>
  );
}

/** Copies name and code of each, one a line. */
function useCopySelected(read: () => readonly Redemption[]): () => void {
  const { t } = useTranslation('area.user');
  const toast = useToast();
  const { copy } = useCopy();
  return () => {
    const rows = read();
    const readable = rows.filter(({ key }) => key !== '');
    if (rows.length === 0) toast.warning(t('redemptions.select-first'));
    else if (readable.length === 0) toast.warning(t('redemptions.code-unreadable'));
    else void copy(readable.map(({ name, key }) => `${name}\t${key}`).join('\n'));
  };
}
