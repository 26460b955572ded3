import { StatusTag, type StatusTone } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';

/** All kinds of drawing jobs. */
export const drawingActions = [
  'IMAGINE',
  'UPSCALE',
  'VARIATION',
  'HIGH_VARIATION',
  'LOW_VARIATION',
  'PAN',
  'DESCRIBE',
  'BLEND',
  'UPLOAD',
  'SHORTEN',
  'REROLL',
  'INPAINT',
  'ZOOM',
  'CUSTOM_ZOOM',
  'MODAL',
  'SWAP_FACE',
] as const;

const statusTones: Record<string, StatusTone> = {
  NOT_START: 'neutral',
  SUBMITTED: 'info',
  IN_PROGRESS: 'info',
  MODAL: 'warning',
  SUCCESS: 'success',
  FAILURE: 'danger',
};

const codeTones: Record<number, StatusTone> = { 1: 'success', 21: 'info', 22: 'warning', 0: 'danger' };

export function DrawingStatus({ status }: { status: string }) {
  const { t } = useTranslation('area.logs');
  const tone = statusTones[status];
  return <StatusTag tone={tone ?? 'neutral'}>{t(`drawings.status.${tone ? status : 'unknown'}`)}</StatusTag>;
}

/** The proxy's response to the job. */
export function SubmitCode({ code }: { code: number }) {
  const { t } = useTranslation('area.logs');
  const tone = codeTones[code];
  return <StatusTag tone={tone ?? 'neutral'}>{t(`drawings.code.${tone ? code : 'unknown'}`)}</StatusTag>;
}

export function useDrawingAction(): (action: string) => string {
  const { t } = useTranslation('area.logs');
  return (action) => {
    const isKnown = (drawingActions as readonly string[]).includes(action);
    return t(`drawings.action.${isKnown ? action : 'unknown'}`);
  };
}

/** Returns whether a status is final. */
export function isOver(status: string): boolean {
  return status === 'SUCCESS' || status === 'FAILURE';
}
