import './work.css';

const COLORS = 8;

/** The color of a channel or a user, by its id: the same in rows and charts of every page. */
export function IdDot({ id }: { id: number }) {
  return (
    <span
      aria-hidden
      className="logs-id-dot"
      style={{ background: `var(--tg-series-${(id % COLORS) + 1})` }}
    />
  );
}
