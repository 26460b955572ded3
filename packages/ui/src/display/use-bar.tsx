import './use-bar.css';

interface Props {
  label: string;
  spent: number;
  held: number;
  amount: number;
}

/** How much of a limit is spent, and how much running calls hold. */
export function UseBar({ label, spent, held, amount }: Props) {
  const share = (part: number) => (amount === 0 ? FULL : Math.min(FULL, (part / amount) * FULL));
  const used = share(spent + held);
  const tone = used >= FULL ? 'full' : used >= CLOSE ? 'close' : 'plain';
  return (
    <div className={`tg-use-bar tg-use-bar-${tone}`}>
      <meter className="tg-use-meter" aria-label={label} min={0} max={FULL} value={used} />
      <span className="tg-use-bar-spent" style={{ width: `${share(spent)}%` }} />
      <span className="tg-use-bar-held" style={{ width: `${used - share(spent)}%` }} />
    </div>
  );
}

const FULL = 100;
const CLOSE = 80;
