import { useTranslation } from 'react-i18next';
import './brand-panel.css';

/**
 * What the product is, next to the forms through which people come in. Only windows with room to spare show it; the
 * form never waits for it and never needs it.
 */
export function BrandPanel() {
  const { t } = useTranslation('common');
  return (
    <div className="tg-brand-panel">
      <BrandScene />
      <p className="tg-brand-panel-promise">{t('promise.headline')}</p>
      <ul>
        {points.map((point) => (
          <li key={point}>{t(`promise.${point}`)}</li>
        ))}
      </ul>
    </div>
  );
}

const points = ['formats', 'routing', 'cost'] as const;

/** Requests of many callers pass one gate and leave to many providers: the product as a drawing. */
export function BrandScene() {
  return (
    <svg className="tg-brand-scene" viewBox="0 0 480 200" aria-hidden>
      {lanes.map((y, lane) => (
        <g
          key={y}
          style={{ animationDelay: `${lane * 90}ms` }}
          className={`tg-brand-lane tg-brand-lane-${lane}`}
        >
          <path pathLength={1} d={`M0 ${y} C120 ${y} 130 100 216 100`} />
          <path pathLength={1} d={`M264 100 C350 100 360 ${y} 480 ${y}`} />
          <circle cx={4} cy={y} r={4} />
          <circle cx={476} cy={y} r={4} />
        </g>
      ))}
      <g className="tg-brand-gate">
        <rect x={208} y={64} width={64} height={16} rx={4} />
        <rect x={216} y={86} width={20} height={50} rx={4} />
        <rect x={244} y={86} width={20} height={50} rx={4} />
      </g>
    </svg>
  );
}

const lanes = [20, 60, 100, 140, 180];
