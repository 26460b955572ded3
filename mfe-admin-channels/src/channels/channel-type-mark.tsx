import type { ChannelType } from '@tollgate/contract';
import { useTranslation } from 'react-i18next';
import './channel-type-mark.css';

interface Props {
  code: number;
  /** Absent while loading, and for a type unknown to this gateway. */
  type: ChannelType | undefined;
}

/** A provider by its color and name. */
export function ChannelTypeMark({ code, type }: Props) {
  const { t } = useTranslation('area.admin-channels');
  const label = type?.label ?? t('channels.type-unknown', { code });
  return (
    <span className="channels-type" title={label}>
      <span className={`channels-type-dot channels-type-${type?.color ?? 'grey'}`} aria-hidden />
      <span>{label}</span>
    </span>
  );
}
