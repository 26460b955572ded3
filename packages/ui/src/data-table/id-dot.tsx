import { placeOfId } from '../chart/series-color.ts';
import './id-dot.css';

/** The color of a channel or a user, by its id: the same in rows and charts of every page. */
export function IdDot({ id }: { id: number }) {
  return (
    <span aria-hidden className="tg-id-dot" style={{ background: `var(--tg-series-${placeOfId(id) + 1})` }} />
  );
}
