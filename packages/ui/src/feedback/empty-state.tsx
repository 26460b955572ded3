import { IconFolder } from '@arco-design/web-react/icon';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { State } from './state.tsx';

export interface EmptyStateProps {
  /** One sentence. */
  title?: ReactNode;
  description?: ReactNode;
  /** The one button that fills it. */
  action?: ReactNode;
  icon?: ReactNode;
}

/** Nothing is here yet, with a way to change that. */
export function EmptyState({ title, description, action, icon = <IconFolder /> }: EmptyStateProps) {
  const { t } = useTranslation('common');
  return <State icon={icon} title={title ?? t('empty.title')} description={description} action={action} />;
}
