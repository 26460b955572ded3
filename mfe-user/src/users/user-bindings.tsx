import type { User } from '@tollgate/contract';
import { useTranslation } from 'react-i18next';

/** Bound identities of a user. Only the user can change them. */
export function UserBindings({ user }: { user: User }) {
  const { t } = useTranslation('area.user');
  return (
    <section className="users-bindings" aria-label={t('users.bindings.title')}>
      <h2>{t('users.bindings.title')}</h2>
      <p className="tg-muted">{t('users.bindings.hint')}</p>
      <dl>
        {fields.map((field) => (
          <div key={field}>
            <dt>{t(`users.bindings.${field}`)}</dt>
            <dd className={user[field] ? 'tg-mono' : 'tg-muted'} title={user[field] || undefined}>
              {user[field] || t('users.bindings.none')}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const fields = ['email', 'github_id', 'oidc_id', 'linux_do_id', 'wechat_id', 'telegram_id'] as const;
