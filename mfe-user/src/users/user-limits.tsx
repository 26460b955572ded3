import { useArea } from '@tollgate/console-sdk';
import { LimitSection } from '@tollgate/ui/data';
import { Link } from '@tollgate/ui/router';
import { useTranslation } from 'react-i18next';
import { useLimitsOf } from './users.data.ts';

/** What limits a user, and how much of it is used. */
export function UserLimits({ id }: { id: number }) {
  const { t } = useTranslation('area.user');
  const { links } = useArea();
  const { data, error } = useLimitsOf(id);
  const items = data?.map((use) => ({
    ...use,
    key: `${use.id} ${use.subject}`,
    whose: use.scope === 'user' ? undefined : t(`users.limits.${use.scope}`),
  }));
  return (
    <LimitSection
      items={items}
      error={error}
      link={
        <Link to={links.to('user.limits', { scope: 'user', scope_id: id })}>{t('users.limits.set')}</Link>
      }
    />
  );
}
