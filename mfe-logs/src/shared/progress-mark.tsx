import { progressOf } from './work-time.ts';
import './work.css';

/** Progress of a job: a ring when the provider gives a number, else its own word. */
export function ProgressMark({ text, failed = false }: { text: string; failed?: boolean }) {
  const percent = progressOf(text);
  if (percent === undefined) return <span className="logs-muted">{text || '–'}</span>;
  const tone = failed ? 'failed' : percent === 100 ? 'done' : 'running';
  return (
    <span className={`logs-progress logs-progress-${tone}`}>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <circle className="logs-progress-track" cx="10" cy="10" r={RADIUS} />
        <circle
          className="logs-progress-part"
          cx="10"
          cy="10"
          r={RADIUS}
          strokeDasharray={`${(percent / 100) * ROUND} ${ROUND}`}
          transform="rotate(-90 10 10)"
        />
      </svg>
      <span className="tg-number">{percent}%</span>
    </span>
  );
}

const RADIUS = 8;
const ROUND = 2 * Math.PI * RADIUS;
