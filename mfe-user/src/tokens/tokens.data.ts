import { toUpdate, useAction, useData, useRefresh } from '@tollgate/api-client';
import {
  createToken,
  deleteToken,
  deleteTokens,
  getToken,
  type Input,
  listOwnGroups,
  listOwnLimits,
  listOwnModels,
  listTokenUsage,
  type OwnLimit,
  pageTokens,
  type Token,
  TokenStatus,
  updateToken,
} from '@tollgate/contract';
import { useMemo, useRef, useState } from 'react';
import { changesOf, namesFor, recordOf, type TokenForm, toDraft } from './token-draft.ts';

const lists = [pageTokens] as const;

/** The server's maximum for one deletion. */
export const MOST_AT_ONCE = 100;

export function useTokens(query: Input<typeof pageTokens>) {
  return useData(pageTokens, query);
}

/** Reads the current state of one token, for the form. The list may be outdated. */
export function useToken(id: number | undefined) {
  return useData(getToken, id === undefined ? null : { id }, { revalidateOnFocus: false });
}

export function useOwnModels() {
  return useData(listOwnModels, {});
}

export function useOwnGroups() {
  return useData(listOwnGroups, {});
}

/** Returns quota units of each of the last 30 days, oldest first, by token id. */
export function useTokenUsage(tokens: readonly Token[]): ReadonlyMap<number, number[]> {
  const ids = tokens.map(({ id }) => id).join(',');
  const { data } = useData(listTokenUsage, ids === '' ? null : { ids }, { revalidateOnFocus: false });
  return useMemo(() => new Map(data?.map(({ id, days }) => [id, days.map(({ quota }) => quota)])), [data]);
}

/** Returns the limits of each token, by token id. */
export function useTokenLimits(): ReadonlyMap<number, readonly OwnLimit[]> {
  const { data } = useData(listOwnLimits, {});
  return useMemo(
    () =>
      Map.groupBy(
        (data ?? []).filter(({ scope }) => scope === 'token'),
        ({ scope_id }) => Number(scope_id),
      ),
    [data],
  );
}

/** Saves the fields of a token that differ from the shown ones. */
export function useUpdateToken(id: number) {
  const { run } = useAction(updateToken, { refresh: [...lists, getToken] });
  return async (shown: Token, form: TokenForm) => {
    const changes = changesOf(shown, form);
    if (Object.keys(changes).length === 0) return;
    return run({ ...toUpdate(recordOf(shown), changes), id });
  };
}

/**
 * Creates one token or several, one after the other. When one fails, `create` rejects and the earlier ones stay;
 * calling it again with the same name and count creates the missing ones. `made` counts the existing ones.
 */
export function useCreateTokens() {
  const { run } = useAction(createToken);
  const refresh = useRefresh();
  const [made, setMade] = useState(0);
  const missing = useRef<{ order: string; names: string[] }>(undefined);

  /** Returns the token if it is a single one. */
  async function create(form: TokenForm): Promise<Token | undefined> {
    const draft = toDraft(form);
    const order = JSON.stringify([draft.name, form.count]);
    if (missing.current?.order !== order)
      missing.current = { order, names: namesFor(draft.name, form.count) };
    const { names } = missing.current;
    let token: Token | undefined;
    try {
      for (let name = names[0]; name !== undefined; name = names[0]) {
        token = await run({ ...draft, name });
        names.shift();
        setMade(form.count - names.length);
      }
    } finally {
      await refresh(lists);
    }
    return form.count === 1 ? token : undefined;
  }
  return { create, made };
}

/** Switches between enabled and disabled; the server rejects enabling an expired or exhausted token. */
export function useSwitchToken() {
  const { run } = useAction(updateToken, { refresh: lists });
  return ({ id, status }: Token) => {
    const { enabled, disabled } = TokenStatus;
    return run({ id, status: status === enabled ? disabled : enabled, status_only: true });
  };
}

export function useDeleteToken() {
  const { run } = useAction(deleteToken, { refresh: lists });
  return ({ id }: Token) => run({ id });
}

export function useDeleteTokens() {
  const { run } = useAction(deleteTokens, { refresh: lists });
  return (ids: number[]) => run({ ids });
}
