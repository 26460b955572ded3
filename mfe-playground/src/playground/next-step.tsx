import { useArea } from '@tollgate/console-sdk';
import { Button } from '@tollgate/ui/core';
import { IconRefresh } from '@tollgate/ui/icons';
import { Link } from '@tollgate/ui/router';
import { useTranslation } from 'react-i18next';

/** The next step after a failure: pay, choose another model, or retry. */
export function NextStep({
  code = '',
  onRetry,
}: {
  code?: string | undefined;
  onRetry?: (() => void) | undefined;
}) {
  const { t } = useTranslation('area.playground');
  const { links } = useArea();
  return (
    <footer className="playground-next">
      {/quota/.test(code) && <Link to={links.to('user.wallet')}>{t('chat.next.top-up')}</Link>}
      {/channel|model/.test(code) && <span>{t('chat.next.model')}</span>}
      {/too_large/.test(code) && <span>{t('chat.next.shorten')}</span>}
      {onRetry && (
        <Button size="mini" icon={<IconRefresh />} onClick={onRetry}>
          {t('chat.next.retry')}
        </Button>
      )}
    </footer>
  );
}
