import type { ReactNode } from 'react';
import type { StatusTone } from './status-tag.tsx';
import './status-tag.css';
import './group-tag.css';

/**
 * The name of a user group. A group has the same color everywhere; the well-known ones have fixed colors, none of which
 * is the red of errors.
 */
export function GroupTag({ name }: { name: string }) {
  const tone = fixed.get(name) ?? others[hash(name) % others.length];
  return (
    <span className={`tg-status-tag tg-status-tag-${tone} tg-group-tag`} data-part="group-tag" title={name}>
      <span>{name}</span>
    </span>
  );
}

/** The ratio of a group, coloured by its size. `children` is its text. */
export function GroupRatioTag({ ratio, children }: { ratio: number; children: ReactNode }) {
  return <span className={`tg-status-tag tg-status-tag-${toneOf(ratio)}`}>{children}</span>;
}

function toneOf(ratio: number): StatusTone {
  if (ratio > 5) return 'danger';
  if (ratio > 3) return 'warning';
  return ratio > 1 ? 'info' : 'success';
}

function hash(text: string): number {
  let value = 0;
  for (const letter of text) value = (value * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return value;
}

const fixed: ReadonlyMap<string, StatusTone | 'violet'> = new Map([
  ['vip', 'warning'],
  ['pro', 'warning'],
  ['svip', 'violet'],
  ['premium', 'violet'],
]);
const others = ['neutral', 'info', 'success'];
