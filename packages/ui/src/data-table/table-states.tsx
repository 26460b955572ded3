import { Alert, Button } from '@arco-design/web-react';
import { toFailure, useErrorMessage } from '@tollgate/i18n';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../feedback/empty-state.tsx';
import { ErrorState } from '../feedback/error-state.tsx';
import { ForbiddenState } from '../feedback/forbidden-state.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import type { DataTableProps } from './types.ts';

/** Returns the state to show instead of rows, if any. */
export function stateInstead<Row>(
  { source, list, empty }: DataTableProps<Row>,
  columnCount: number,
): ReactNode | undefined {
  const { data, error, isLoading, retry } = source;
  // Empty results of an earlier search do not apply to this one.
  const hasRows = data !== undefined && data.items.length > 0;
  if (!hasRows && error !== undefined) {
    if (toFailure(error).code === 'not_allowed') return <ForbiddenState />;
    return <ErrorState error={error} {...(retry && { onRetry: retry })} />;
  }
  if (!data || (!hasRows && isLoading))
    return <TableSkeleton columns={columnCount} rows={Math.min(list?.pageSize ?? 5, 10)} />;
  if (hasRows) return undefined;
  if (list?.isFiltered) return <NothingFound onClear={list.clearFilters} />;
  return empty ?? <EmptyState />;
}

/** Shown when refreshing visible rows failed. */
export function StaleNotice({ error, retry }: { error: unknown; retry: (() => unknown) | undefined }) {
  const { t } = useTranslation('common');
  const errorMessage = useErrorMessage();
  return (
    <Alert
      type="warning"
      className="tg-data-table-stale"
      content={t('failure.stale', { reason: errorMessage(error) })}
      action={
        retry && (
          <Button size="mini" onClick={() => retry()}>
            {t('action.retry')}
          </Button>
        )
      }
    />
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('common');
  return (
    <EmptyState
      title={t('empty.filtered')}
      action={<Button onClick={onClear}>{t('empty.clear-filters')}</Button>}
    />
  );
}
