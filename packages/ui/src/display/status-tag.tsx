import { Tooltip } from '@arco-design/web-react';
import {
  IconCheckCircleFill,
  IconCloseCircleFill,
  IconExclamationCircleFill,
  IconInfoCircleFill,
  IconMinusCircle,
} from '@arco-design/web-react/icon';
import type { ReactNode } from 'react';
import './status-tag.css';

export type StatusTone = 'success' | 'warning' | 'danger' | 'info' | 'neutral';

export interface StatusTagProps {
  tone: StatusTone;
  /** Text of the status; color alone is not enough. */
  children: ReactNode;
  /** The reason, on hover and on focus. */
  hint?: ReactNode;
}

/** A status in one word, with its color and icon. */
export function StatusTag({ tone, children, hint }: StatusTagProps) {
  const Icon = icons[tone];
  if (!hint) {
    return (
      <span className={`tg-status-tag tg-status-tag-${tone}`} data-part="status-tag">
        <Icon aria-hidden />
        {children}
      </span>
    );
  }
  return (
    <Tooltip content={hint}>
      <button
        type="button"
        className={`tg-status-tag tg-status-tag-${tone} tg-status-tag-hint`}
        data-part="status-tag"
      >
        <Icon aria-hidden />
        {children}
      </button>
    </Tooltip>
  );
}

const icons = {
  success: IconCheckCircleFill,
  warning: IconExclamationCircleFill,
  danger: IconCloseCircleFill,
  info: IconInfoCircleFill,
  neutral: IconMinusCircle,
};
