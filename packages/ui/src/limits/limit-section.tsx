import { Alert, Skeleton } from '@arco-design/web-react';
import { useErrorMessage } from '@tollgate/i18n';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LimitList } from './limit-list.tsx';
import type { LimitItem } from './types.ts';

interface Props {
  /** Undefined while they load. */
  items: readonly LimitItem[] | undefined;
  error?: unknown;
  /** Default: "Limits". */
  title?: string;
  /** A link to where they are set. */
  link?: ReactNode;
}

/** The limits of one thing, in its drawer or at the end of its settings. */
export function LimitSection({ items, error, title, link }: Props) {
  const { t } = useTranslation('common');
  const errorMessage = useErrorMessage();
  const heading = title ?? t('limit.title');
  return (
    <section className="tg-limit-section" aria-label={heading}>
      <header>
        <h2>{heading}</h2>
        {link}
      </header>
      {error !== undefined && !items && <Alert type="warning" content={errorMessage(error)} />}
      {error === undefined && !items && <Skeleton animation text={{ rows: 2, width: '100%' }} />}
      {items?.length === 0 && <p className="tg-muted">{t('limit.none')}</p>}
      {items && items.length > 0 && <LimitList label={heading} items={items} />}
    </section>
  );
}
