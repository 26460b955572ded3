import { IconLock } from '@arco-design/web-react/icon';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { State } from './state.tsx';

export interface ForbiddenStateProps {
  title?: ReactNode;
  /** The reason, and whom to contact. */
  reason?: ReactNode;
  /** Replaces the link to the home page. */
  action?: ReactNode;
}

/** The user has no access: the reason, and where to go. Requires a router. */
export function ForbiddenState({ title, reason, action }: ForbiddenStateProps) {
  const { t } = useTranslation('common');
  return (
    <State
      icon={<IconLock />}
      title={title ?? t('forbidden.title')}
      description={reason ?? t('forbidden.hint')}
      action={
        action ?? (
          <Link className="arco-btn arco-btn-secondary arco-btn-size-default arco-btn-shape-square" to="/">
            {t('forbidden.home')}
          </Link>
        )
      }
    />
  );
}
