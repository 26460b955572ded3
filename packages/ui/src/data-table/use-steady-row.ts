import { type ReactNode, useRef, useState } from 'react';
import { drawsSame, hasSame } from './draws-same.ts';
import type { RowAction } from './types.ts';

/**
 * Returns the earlier nodes that draw the same as those of `next`: React leaves out what it has drawn already. Of a
 * row, only the cells are new that look different.
 */
export function useSteadyNodes<Nodes extends ReactNode>(next: Nodes): Nodes {
  const kept = useRef(next);
  if (!drawsSame(kept.current, next)) kept.current = withEarlier(kept.current, next);
  return kept.current;
}

function withEarlier<Nodes extends ReactNode>(earlier: Nodes, next: Nodes): Nodes {
  if (!Array.isArray(earlier) || !Array.isArray(next)) return next;
  return next.map((node, index) => (drawsSame(earlier[index], node) ? earlier[index] : node)) as Nodes &
    ReactNode[];
}

/** Returns the earlier actions while they look like `next`. They run what the newest ones run. */
export function useSteadyActions(next: RowAction[] | undefined): RowAction[] | undefined {
  const newest = useRef(next);
  newest.current = next;
  const kept = useRef<{ source: RowAction[]; steady: RowAction[] }>(undefined);
  if (!next) return undefined;
  if (!kept.current || !hasSame(kept.current.source, next, looksSame)) {
    const run = (key: string) => newest.current?.find((action) => action.key === key)?.onClick();
    kept.current = {
      source: next,
      steady: next.map((action) => ({ ...action, onClick: () => run(action.key) })),
    };
  }
  return kept.current.steady;
}

/** Compares actions and their questions, but not what they run. */
function looksSame(a: unknown, b: unknown): boolean {
  if (typeof a === 'function' && typeof b === 'function') return true;
  if (isPlain(a) && isPlain(b)) return hasSame(a, b, looksSame);
  return drawsSame(a, b);
}

function isPlain(value: unknown): value is object {
  return (
    value !== null &&
    typeof value === 'object' &&
    Object.getPrototypeOf(value) === Object.prototype &&
    !('$$typeof' in value)
  );
}

/** Returns the same functions for ever. They run the newest ones. */
export function useSteadyHandlers<Handlers extends Record<string, (() => void) | undefined>>(
  next: Handlers,
): { [Name in keyof Handlers]: () => void } {
  const newest = useRef(next);
  newest.current = next;
  const [steady] = useState(() => {
    const names = Object.keys(next) as (keyof Handlers)[];
    const entries = names.map((name) => [name, () => newest.current[name]?.()]);
    return Object.fromEntries(entries) as { [Name in keyof Handlers]: () => void };
  });
  return steady;
}
