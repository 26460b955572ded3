import type { ChannelType } from '@tollgate/contract';
import { useTranslation } from 'react-i18next';
import './channel-type-mark.css';

interface Props {
  code: number;
  /** Absent while loading, and for a type unknown to this gateway. */
  type: ChannelType | undefined;
}

/** A provider by its initials and name. Its color differs from the dot that a channel has in charts. */
export function ChannelTypeMark({ code, type }: Props) {
  const { t } = useTranslation('area.admin-channels');
  const label = type?.label ?? t('channels.type-unknown', { code });
  return (
    <span className="channels-type" title={label}>
      <span className={`channels-type-sign channels-type-${type?.color ?? 'grey'}`} aria-hidden>
        {type ? initialsOf(label) : '?'}
      </span>
      <span>{label}</span>
    </span>
  );
}

/** The first letters of the first two words, also of those within a name: "DS" for DeepSeek. */
function initialsOf(name: string): string {
  const words = name.split(/[\s.]+|(?<=[a-z])(?=[A-Z])/);
  return words
    .map(([letter = '']) => letter)
    .join('')
    .slice(0, 2);
}
