import { useData } from '@tollgate/api-client';
import { useArea } from '@tollgate/console-sdk';
import { listLimitsOf } from '@tollgate/contract';
import { LimitSection } from '@tollgate/ui/data';
import { Link } from '@tollgate/ui/router';
import { useTranslation } from 'react-i18next';

/** What limits the groups, and how much of it is used. */
export function GroupLimits() {
  const { t } = useTranslation('area.admin-settings');
  const { links } = useArea();
  const { data, error } = useData(listLimitsOf, { scope: 'group', scope_id: '' });
  const items = data?.map((use) => ({
    ...use,
    key: `${use.id} ${use.subject}`,
    whose: t('settings.group-limits.group', { name: use.subject || use.scope_id }),
  }));
  return (
    <LimitSection
      items={items}
      error={error}
      title={t('settings.group-limits.title')}
      link={<Link to={links.to('user.limits', { scope: 'group' })}>{t('settings.group-limits.set')}</Link>}
    />
  );
}
