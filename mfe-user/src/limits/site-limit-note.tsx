import { useArea } from '@tollgate/console-sdk';
import { Alert } from '@tollgate/ui/core';
import { Link } from '@tollgate/ui/router';
import { useTranslation } from 'react-i18next';
import { useSiteLimit } from './limits.data.ts';

/** The model rate limit of the settings, which is one more limit of each user; hidden while it is off. */
export function SiteLimitNote() {
  const { t } = useTranslation('area.user');
  const { can, links } = useArea();
  const { data } = useSiteLimit();
  if (!data?.enabled) return null;
  const { minutes, requests, answered } = data;
  const span = t('limits.site.span', { count: minutes });
  const sentence =
    requests > 0
      ? t('limits.site.both', { requests, answered, span })
      : t('limits.site.answered', { answered, span });
  return (
    <Alert
      type="info"
      className="limits-site"
      content={
        <>
          {sentence}{' '}
          {can('root') && (
            <Link to={links.to('admin-settings.settings', { tab: 'ratelimit' })}>
              {t('limits.site.edit')}
            </Link>
          )}
        </>
      }
    />
  );
}
