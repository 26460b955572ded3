import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { Brush } from './bar-slots.ts';

/** Chooses a stretch of `count` bars: drag over them, or move by the arrow keys, with Shift for several. */
export function useBrush(count: number, onChoose: (brush: Brush) => void) {
  const [brush, setBrush] = useState<Brush>();
  const [at, setAt] = useState<number>();
  const [isDragging, setDragging] = useState(false);
  const last = count - 1;
  const shown = brush ?? (at === undefined ? undefined : { from: at, to: at });

  function choose(chosen: Brush) {
    setBrush(undefined);
    onChoose(chosen);
  }

  function forget() {
    setDragging(false);
    setBrush(undefined);
    setAt(undefined);
  }

  function onKeyDown(event: KeyboardEvent) {
    const from = shown?.to ?? last;
    const to = stepOf(event.key, from, last);
    if (to !== undefined) {
      event.preventDefault();
      setBrush({ from: event.shiftKey ? (shown?.from ?? from) : to, to });
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      choose(shown ?? { from: last, to: last });
    } else if (event.key === 'Escape' && brush) {
      event.stopPropagation();
      forget();
    }
  }

  /** The bar under the pointer; the one at the end of the strip when it is dragged beyond. */
  function barAt({ clientX, currentTarget }: PointerEvent<HTMLElement>): number {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.min(last, Math.max(0, Math.floor(((clientX - left) / Math.max(1, width)) * count)));
  }

  const handlers = {
    onKeyDown,
    onBlur: forget,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture?.(event.pointerId);
      const from = barAt(event);
      setDragging(true);
      setBrush({ from, to: from });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const to = barAt(event);
      if (isDragging && brush) setBrush({ ...brush, to });
      else setAt(to);
    },
    onPointerLeave: () => isDragging || setAt(undefined),
    onPointerUp: () => {
      setDragging(false);
      if (isDragging && brush) choose(brush);
    },
    onPointerCancel: forget,
  };
  return { shown, last, handlers };
}

function stepOf(key: string, at: number, last: number): number | undefined {
  if (key === 'ArrowLeft') return Math.max(0, at - 1);
  if (key === 'ArrowRight') return Math.min(last, at + 1);
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}
