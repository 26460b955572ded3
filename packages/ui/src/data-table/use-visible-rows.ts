import { layout } from '@tollgate/design-tokens';
import { type RefObject, useEffect, useState } from 'react';

/** Up to this number all rows are rendered: browser search, printing and screen readers reach them all. */
export const ALL_ROWS = 200;

export interface VisibleRows {
  /** Index of the first rendered row, and of the first one after them. */
  from: number;
  to: number;
  /** Height in pixels of the rows before and after. */
  above: number;
  below: number;
}

/** Returns which of many rows are near enough to the window of `region` to be rendered. */
export function useVisibleRows(
  region: RefObject<HTMLElement | null>,
  count: number,
  compact: boolean,
): VisibleRows {
  const isWhole = count <= ALL_ROWS;
  const height = compact ? layout.rowCompact : layout.row;
  const [first, setFirst] = useState(0);
  const [inView, setInView] = useState(30);

  useEffect(() => {
    const element = region.current;
    if (isWhole || !element) return;
    const follow = () => {
      setFirst(Math.floor(element.scrollTop / height / STEP) * STEP);
      setInView(Math.ceil(element.clientHeight / height));
    };
    follow();
    const resizes = new ResizeObserver(follow);
    resizes.observe(element);
    element.addEventListener('scroll', follow, { passive: true });
    return () => {
      resizes.disconnect();
      element.removeEventListener('scroll', follow);
    };
  }, [region, isWhole, height]);

  if (isWhole) return { from: 0, to: count, above: 0, below: 0 };
  const from = Math.max(0, Math.min(first, count - inView) - AROUND);
  const to = Math.min(count, from + inView + STEP + 2 * AROUND);
  return { from, to, above: from * height, below: (count - to) * height };
}

/** Rows rendered before and after the visible ones. */
const AROUND = 10;
/** Rows scrolled before a new render. */
const STEP = 10;
