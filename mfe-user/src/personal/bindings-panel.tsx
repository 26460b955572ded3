import type { IdentityProvider, OauthProvider, User } from '@tollgate/contract';
import { Button, ConfirmAction, useToast } from '@tollgate/ui/core';
import { IconEmail, IconGithub, IconLock, IconSend, IconUserGroup, IconWechat } from '@tollgate/ui/icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmailDialog } from './email-dialog.tsx';
import { useSite, useStartBinding, useUnbind } from './personal.data.ts';
import { TelegramDialog } from './telegram-dialog.tsx';
import { WechatDialog } from './wechat-dialog.tsx';

type Kind = 'email' | IdentityProvider;

/** Other identities of the user. A method that the site has switched off can only be unbound. */
export function BindingsPanel({ user }: { user: User }) {
  const { t } = useTranslation('area.user');
  const offered = useOffered();
  const [dialog, setDialog] = useState<'email' | 'wechat' | 'telegram'>();
  const leave = useLeaveToProvider();

  function open(kind: Kind) {
    if (kind === 'email' || kind === 'wechat' || kind === 'telegram') setDialog(kind);
    else void leave.to(kind);
  }

  return (
    <>
      <ul className="personal-rows">
        {kinds.map(({ kind, field, icon }) => (
          <li key={kind}>
            <span className="personal-row-icon" aria-hidden>
              {icon}
            </span>
            <span className="personal-row-words">
              <strong>{t(`personal.binding.${kind}`)}</strong>
              <span className="tg-muted" title={user[field]}>
                {user[field] || t(offered[kind] ? 'personal.binding.none' : 'personal.binding.off')}
              </span>
            </span>
            {user[field] !== '' && kind !== 'email' ? (
              <Unbind kind={kind} />
            ) : (
              <Button
                size="small"
                disabled={!offered[kind]}
                loading={leave.busy === kind}
                aria-label={t(user[field] ? 'personal.binding.change-named' : 'personal.binding.bind-named', {
                  name: t(`personal.binding.${kind}`),
                })}
                onClick={() => open(kind)}
              >
                {t(user[field] ? 'personal.binding.change' : 'personal.binding.bind')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {dialog === 'email' && <EmailDialog onClose={() => setDialog(undefined)} />}
      {dialog === 'wechat' && <WechatDialog onClose={() => setDialog(undefined)} />}
      {dialog === 'telegram' && <TelegramDialog onClose={() => setDialog(undefined)} />}
    </>
  );
}

function Unbind({ kind }: { kind: IdentityProvider }) {
  const { t } = useTranslation('area.user');
  const unbind = useUnbind();
  const name = t(`personal.binding.${kind}`);
  return (
    <ConfirmAction
      size="small"
      danger
      aria-label={t('personal.binding.unbind-named', { name })}
      title={t('personal.binding.unbind-title', { name })}
      content={t('personal.binding.unbind-content', { name })}
      okText={t('personal.binding.unbind')}
      done={t('personal.binding.unbound', { name })}
      onConfirm={() => unbind({ provider: kind })}
    >
      {t('personal.binding.unbind')}
    </ConfirmAction>
  );
}

function useOffered(): Record<Kind, boolean> {
  const site = useSite();
  return {
    email: site !== undefined,
    github: site?.github_oauth ?? false,
    oidc: site?.oidc_enabled ?? false,
    linuxdo: site?.linuxdo_oauth ?? false,
    wechat: site?.wechat_login ?? false,
    telegram: (site?.telegram_oauth ?? false) && site?.telegram_bot_name !== '',
  };
}

/** The provider redirects to a page of the shell, which binds the account and returns here. */
function useLeaveToProvider() {
  const toast = useToast();
  const start = useStartBinding();
  const [busy, setBusy] = useState<OauthProvider>();
  return {
    busy,
    async to(provider: OauthProvider) {
      setBusy(provider);
      try {
        const { url } = await start.run({ provider, intent: 'bind' });
        window.location.assign(url); // the button keeps spinning until the page is left
      } catch (error) {
        setBusy(undefined);
        toast.error(error);
      }
    },
  };
}

type Field = 'email' | 'github_id' | 'oidc_id' | 'linux_do_id' | 'wechat_id' | 'telegram_id';

const kinds: { kind: Kind; field: Field; icon: ReactNode }[] = [
  { kind: 'email', field: 'email', icon: <IconEmail /> },
  { kind: 'github', field: 'github_id', icon: <IconGithub /> },
  { kind: 'oidc', field: 'oidc_id', icon: <IconLock /> },
  { kind: 'linuxdo', field: 'linux_do_id', icon: <IconUserGroup /> },
  { kind: 'wechat', field: 'wechat_id', icon: <IconWechat /> },
  { kind: 'telegram', field: 'telegram_id', icon: <IconSend /> },
];
