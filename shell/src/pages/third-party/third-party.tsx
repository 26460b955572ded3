import type { OauthProvider } from '@tollgate/contract';
import { useErrorMessage } from '@tollgate/i18n';
import { Button } from '@tollgate/ui/core';
import { IconGithub, IconLock, IconUserGroup, IconWechat } from '@tollgate/ui/icons';
import { useState } from 'react';
import { useStatus } from '../../status/status-context.ts';
import { useEntryText } from '../entry/use-entry-text.ts';
import { useBaseUrl } from '../home/use-base-url.ts';
import { TelegramButton } from '../widgets/telegram-button.tsx';
import { leaveToProvider } from './leave-to-provider.ts';
import { useOffers } from './use-offers.ts';
import { WechatDialog } from './wechat-dialog.tsx';

/** A button for each enabled provider. */
export function ThirdParty() {
  const { t } = useEntryText();
  const status = useStatus();
  const baseUrl = useBaseUrl();
  const errorMessage = useErrorMessage();
  const offers = useOffers();
  const [leaving, setLeaving] = useState<OauthProvider>();
  const [isWechatOpen, setWechatOpen] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (!offers.any) return null;

  async function leave(provider: OauthProvider) {
    setLeaving(provider);
    setProblem(undefined);
    try {
      const isOnItsWay = await leaveToProvider(provider, status, baseUrl);
      if (isOnItsWay) return; // the button keeps spinning until the page is left
      setProblem(t('entry.provider-unset', { provider: t(`entry.provider.${provider}`) }));
    } catch (error) {
      setProblem(errorMessage(error));
    }
    setLeaving(undefined);
  }

  return (
    <section className="sh-third-party" aria-label={t('entry.third-party')}>
      <p className="sh-or">{t('entry.or')}</p>
      {offers.oauth.map((provider) => (
        <Button
          key={provider}
          size="large"
          long
          icon={icons[provider]}
          loading={leaving === provider}
          disabled={leaving !== undefined && leaving !== provider}
          onClick={() => void leave(provider)}
        >
          {t(`entry.with.${provider}`)}
        </Button>
      ))}
      {offers.wechat && (
        <Button size="large" long icon={<IconWechat />} onClick={() => setWechatOpen(true)}>
          {t('entry.with.wechat')}
        </Button>
      )}
      {offers.telegram && <TelegramButton />}
      {problem && (
        <p className="sh-problem" role="alert">
          {problem}
        </p>
      )}
      {isWechatOpen && <WechatDialog onClose={() => setWechatOpen(false)} />}
    </section>
  );
}

const icons: Record<OauthProvider, React.ReactNode> = {
  github: <IconGithub />,
  oidc: <IconLock />,
  linuxdo: <IconUserGroup />,
};
