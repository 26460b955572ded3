import { Dialog } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';

/** A diagram of how tokens determine the cost of a call. */
export function RatioHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('area.user');
  return (
    <Dialog title={t('pricing.help.title')} width={520} onClose={onClose}>
      <svg className="pricing-help" role="img" aria-label={t('pricing.help.picture')} viewBox="0 0 480 250">
        <Box x={0} y={0} width={180} text={t('pricing.help.prompt')} />
        <Factor x={190} y={27} text="× 1" />
        <Box x={0} y={64} width={180} text={t('pricing.help.completion')} />
        <Factor x={190} y={91} text={`× ${t('pricing.help.completion-ratio')}`} />
        <path className="pricing-help-line" d="M340 21 H380 V85 H340 M380 53 H392" />
        <Factor x={400} y={58} text={t('pricing.help.sum')} />
        <path className="pricing-help-line" d="M420 70 V128 H90 V148" />
        <Box x={0} y={148} width={180} text={`× ${t('pricing.help.model-ratio')}`} />
        <path className="pricing-help-line" d="M180 169 H200" />
        <Box x={200} y={148} width={130} text={`× ${t('pricing.help.group-ratio')}`} />
        <path className="pricing-help-line" d="M330 169 H350" />
        <Box x={350} y={148} width={130} text={t('pricing.help.units')} strong />
        <Factor x={0} y={232} text={t('pricing.help.dollar')} />
      </svg>
      <p>{t('pricing.help.call')}</p>
    </Dialog>
  );
}

interface BoxProps {
  x: number;
  y: number;
  width: number;
  text: string;
  strong?: boolean;
}

function Box({ x, y, width, text, strong = false }: BoxProps) {
  return (
    <g className={strong ? 'pricing-help-strong' : 'pricing-help-box'}>
      <rect x={x + 0.5} y={y + 0.5} width={width - 1} height={41} rx={6} />
      <text x={x + width / 2} y={y + 26} textAnchor="middle">
        {text}
      </text>
    </g>
  );
}

function Factor({ x, y, text }: { x: number; y: number; text: string }) {
  return (
    <text className="pricing-help-factor" x={x} y={y}>
      {text}
    </text>
  );
}
