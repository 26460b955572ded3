import { type TokenRow, useRowActions, useRowColumns } from '@tollgate/console-sdk';
import type { Token } from '@tollgate/contract';
import { Button, EmptyState } from '@tollgate/ui/core';
import { DataTable, type ListState, type RowSelection } from '@tollgate/ui/data';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { CopySelected, DeleteSelected } from './selected-tokens.tsx';
import { useTokenColumns } from './token-columns.tsx';
import { useTokenLimits, type useTokens, useTokenUsage } from './tokens.data.ts';
import { useTokenActions } from './use-token-actions.tsx';
import type { TokenFilters } from './use-token-list.ts';

interface Props {
  list: ListState<TokenFilters>;
  tokens: ReturnType<typeof useTokens>;
  selected: RowSelection<Token>;
  onEdit: (token: Token) => void;
  onCreate: () => void;
  /** Shows how to call with a token. */
  onCall: (token: Token) => void;
}

export function TokensTable({ list, tokens, selected, onEdit, onCreate, onCall }: Props) {
  const { t } = useTranslation('area.user');
  const shown = tokens.data?.items ?? [];
  const columns = useTokenColumns({ usage: useTokenUsage(shown), limits: useTokenLimits() });
  const added = useRowColumns('user.token-column/v1', tokens.data?.items, toRow);
  const actions = useTokenActions({ onEdit, onCall });
  const others = useRowActions('user.token-action/v1');
  useLastPage(list, tokens.data?.total);

  return (
    <>
      <DataTable<Token>
        label={t('tokens.label')}
        storageKey="tokens"
        source={{ ...tokens, data: tokens.data, retry: tokens.mutate }}
        list={list}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        columns={[...columns, ...added]}
        actions={(token) => [...actions(token), ...others.actionsOf(toRow(token))]}
        selection={{
          rows: selected,
          actions: (tokens) => (
            <>
              <CopySelected read={() => tokens} />
              <DeleteSelected tokens={tokens} onDone={selected.clear} />
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
      {others.opened}
    </>
  );
}

/** What areas that add actions and columns get of a token: never its key. */
function toRow({ id, name }: Token): TokenRow {
  return { id, name };
}

/** Deleting the only row of the last page must not leave an empty page. */
function useLastPage({ page, pageSize, setPage }: ListState<TokenFilters>, total: number | undefined): void {
  const last = Math.max(1, Math.ceil((total ?? 0) / pageSize));
  useEffect(() => {
    if (total !== undefined && page > last) setPage(last);
  }, [total, page, last, setPage]);
}
