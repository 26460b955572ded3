import type { Token } from '@tollgate/contract';
import { useState } from 'react';

export interface TokenSelection {
  keys: number[];
  /** As they were when they were selected; they may stand on pages that are not shown any more. */
  tokens: Token[];
  onChange: (keys: (string | number)[]) => void;
  clear: () => void;
}

/** Tokens that are selected, over several pages. */
export function useSelectedTokens() {
  return useState<Token[]>([]);
}

/** How the table selects among those that are `shown`. */
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

/** As many as the server deletes at once. */
const MOST = 100;
