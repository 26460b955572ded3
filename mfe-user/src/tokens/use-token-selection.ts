import type { Token } from '@tollgate/contract';
import { useState } from 'react';

export interface TokenSelection {
  keys: number[];
  /** As they were when they were selected; they may be on pages that are no longer shown. */
  tokens: Token[];
  onChange: (keys: (string | number)[]) => void;
  clear: () => void;
}

/** Selected tokens, over several pages. */
export function useSelectedTokens() {
  return useState<Token[]>([]);
}

/** Returns the table's selection among those that are `shown`. */
export function toSelection(
  [tokens, setTokens]: ReturnType<typeof useSelectedTokens>,
  shown: readonly Token[],
): TokenSelection {
  return {
    keys: tokens.map(({ id }) => id),
    tokens,
    onChange: (keys) =>
      setTokens(
        keys.flatMap((key) => [...shown, ...tokens].find(({ id }) => id === key) ?? []).slice(0, MOST),
      ),
    clear: () => setTokens([]),
  };
}

/** The server's maximum for one deletion. */
const MOST = 100;
