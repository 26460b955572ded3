import './sparkline.css';

export interface SparklineProps {
  /** In order; fewer than two draw nothing. */
  values: readonly number[];
  /** Text alternative: "Requests of the last 7 days, from 120 to 480". */
  label: string;
}

/** A small line chart next to a number. It starts at zero, so that a small change looks small. */
export function Sparkline({ values, label }: SparklineProps) {
  if (values.length < 2) return null;
  const line = points(values);
  return (
    <svg
      className="tg-sparkline"
      data-part="sparkline"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      <path className="tg-sparkline-area" d={`M0 ${HEIGHT}L${line}L${WIDTH} ${HEIGHT}Z`} />
      <path className="tg-sparkline-line" d={`M${line}`} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

const WIDTH = 96;
const HEIGHT = 28;
/** Room for the line width at the highest point. */
const EDGE = 2;

function points(values: readonly number[]): string {
  const low = Math.min(0, ...values);
  const span = Math.max(...values) - low || 1;
  return values
    .map((value, index) => {
      const x = (index / (values.length - 1)) * WIDTH;
      const y = HEIGHT - EDGE - ((value - low) / span) * (HEIGHT - 2 * EDGE);
      return `${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('L');
}
