import type { Token } from '@tollgate/contract';
import { Button, EmptyState } from '@tollgate/ui/core';
import { DataTable, type ListState } from '@tollgate/ui/data';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { CopySelected, DeleteSelected } from './selected-tokens.tsx';
import { useTokenColumns } from './token-columns.tsx';
import { useTokenLimits, useTokens, useTokenUsage } from './tokens.data.ts';
import { useTokenActions } from './use-token-actions.tsx';
import { isKey, type TokenFilters } from './use-token-list.ts';
import { toSelection, type useSelectedTokens } from './use-token-selection.ts';

interface Props {
  list: ListState<TokenFilters>;
  selected: ReturnType<typeof useSelectedTokens>;
  onEdit: (token: Token) => void;
  onCreate: () => void;
  /** Shows how to call with a token. */
  onCall: (token: Token) => void;
}

export function TokensTable({ list, selected, onEdit, onCreate, onCall }: Props) {
  const { t } = useTranslation('area.user');
  const { page, pageSize, filters } = list;
  const tokens = useTokens({
    p: page,
    page_size: pageSize,
    ...(filters.keyword && { [isKey(filters.keyword) ? 'token' : 'keyword']: filters.keyword }),
    ...(filters.status && { status: filters.status }),
  });
  const shown = tokens.data?.items ?? [];
  const columns = useTokenColumns({ usage: useTokenUsage(shown), limits: useTokenLimits() });
  const actions = useTokenActions({ onEdit, onCall });
  const selection = toSelection(selected, shown);
  useLastPage(list, tokens.data?.total);

  return (
    <DataTable<Token>
      label={t('tokens.label')}
      storageKey="tokens"
      source={{ ...tokens, data: tokens.data, retry: tokens.mutate }}
      list={list}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      columns={columns}
      actions={actions}
      selection={{
        ...selection,
        actions: (
          <>
            <CopySelected tokens={selection.tokens} />
            <DeleteSelected selection={selection} />
          </>
        ),
      }}
      onOpen={onEdit}
      empty={
        <EmptyState
          title={t('tokens.empty.title')}
          description={t('tokens.empty.hint')}
          action={
            <Button type="primary" onClick={onCreate}>
              {t('tokens.create')}
            </Button>
          }
        />
      }
    />
  );
}

/** Deleting the only row of the last page must not leave an empty page. */
function useLastPage({ page, pageSize, setPage }: ListState<TokenFilters>, total: number | undefined): void {
  const last = Math.max(1, Math.ceil((total ?? 0) / pageSize));
  useEffect(() => {
    if (total !== undefined && page > last) setPage(last);
  }, [total, page, last, setPage]);
}
