import { type OauthProvider, oauthProviders } from '@tollgate/contract';
import { Spin } from '@tollgate/ui/core';
import { Link, useLocation } from '@tollgate/ui/router';
import { EntryCard } from '../entry/entry-card.tsx';
import { useEntryText } from '../entry/use-entry-text.ts';
import { NotFoundPage } from '../not-found-page.tsx';
import { useReturn } from './use-return.ts';

/** The redirect target of identity providers. */
export function OauthPage() {
  const { pathname } = useLocation();
  const provider = oauthProviders.find((name) => pathname.replace(/\/+$/, '') === `/oauth/${name}`);
  return provider ? <Return provider={provider} /> : <NotFoundPage />;
}

function Return({ provider }: { provider: OauthProvider }) {
  const { t } = useEntryText();
  const { problem, wayBack } = useReturn(provider);
  const name = t(`entry.provider.${provider}`);
  if (!problem) {
    return (
      <EntryCard heading={t('oauth.heading', { provider: name })}>
        <div className="sh-oauth-busy" role="status">
          <Spin size={20} /> {t('oauth.busy')}
        </div>
      </EntryCard>
    );
  }
  return (
    <EntryCard heading={t('oauth.failed', { provider: name })}>
      <p className="sh-problem" role="alert">
        {problem}
      </p>
      <p className="sh-entry-lead" role="status">
        {wayBack === '/login' ? t('oauth.back-to-login') : t('oauth.back-to-personal')}
      </p>
      <Link className="sh-button sh-button-primary sh-entry-submit" to={wayBack}>
        {t('oauth.go-now')}
      </Link>
    </EntryCard>
  );
}
