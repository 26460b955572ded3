import { download } from '@tollgate/api-client';
import { exportOwnEntries, type LedgerEntry } from '@tollgate/contract';
import { EmptyState } from '@tollgate/ui/core';
import {
  DataTable,
  DateTimeRange,
  ExportButton,
  FilterBar,
  rangeFromText,
  rangeToText,
  useListState,
} from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';
import { useStatementColumns } from './statement-columns.tsx';
import { entryKinds } from './statement-kinds.ts';
import { useStatement } from './wallet.data.ts';

/** Every ledger entry of the user, with the balance after it. */
export function Statement() {
  const { t } = useTranslation('area.user');
  const list = useListState({ filters: { kind: '', time: '' } });
  const columns = useStatementColumns();
  const [start, end] = rangeFromText(list.filters.time) ?? [];
  const filter = {
    ...(list.filters.kind && { kind: list.filters.kind }),
    ...(start && { start_timestamp: start }),
    ...(end && { end_timestamp: end }),
  };
  const entries = useStatement({ p: list.page, page_size: list.pageSize, ...filter });
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
            render: (value, onChange) => {
              const range = rangeFromText(value);
              return (
                <DateTimeRange
                  {...(range && { value: range })}
                  onChange={(next) => onChange(rangeToText(next))}
                />
              );
            },
          },
        ]}
        actions={<ExportButton fetchFile={(format) => download(exportOwnEntries, { format, ...filter })} />}
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
