import { download, serverNow } from '@tollgate/api-client';
import { exportOwnEntries, type LedgerEntry } from '@tollgate/contract';
import { EmptyState } from '@tollgate/ui/core';
import { DataTable, ExportButton, FilterBar, TimeFilter, useListState } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';
import { useStatementColumns } from './statement-columns.tsx';
import { entryKinds } from './statement-kinds.ts';
import { readBounds, useStatement } from './wallet.data.ts';

/** Every ledger entry of the user, with the balance after it. */
export function Statement() {
  const { t } = useTranslation('area.user');
  const list = useListState({ filters: { kind: '', time: '' } });
  const columns = useStatementColumns();
  const { kind, time } = list.filters;
  const filter = kind ? { kind } : {};
  const entries = useStatement({ p: list.page, page_size: list.pageSize, ...filter }, time);
  const kinds = entryKinds.map((kind) => ({ value: kind, label: t(`wallet.kind.${kind}`) }));

  return (
    <section className="wallet-section">
      <header>
        <h2>{t('wallet.statement.title')}</h2>
      </header>
      <FilterBar
        list={list}
        fields={[
          {
            name: 'kind',
            label: t('wallet.statement.kind'),
            options: [{ value: '', label: t('common:answer.all') }, ...kinds],
          },
          {
            name: 'time',
            label: t('wallet.statement.range'),
            render: (value, onChange) => (
              <TimeFilter
                label={t('wallet.statement.range')}
                value={value}
                onChange={onChange}
                now={serverNow}
              />
            ),
          },
        ]}
        actions={
          <ExportButton
            fetchFile={(format) => download(exportOwnEntries, { format, ...filter, ...readBounds(time) })}
          />
        }
      />
      <DataTable<LedgerEntry>
        label={t('wallet.statement.title')}
        source={{ ...entries, retry: entries.mutate }}
        list={list}
        rowKey={({ id }) => id}
        columns={columns}
        empty={<EmptyState title={t('wallet.statement.empty')} description={t('wallet.statement.hint')} />}
      />
    </section>
  );
}
