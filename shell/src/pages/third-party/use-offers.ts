import type { OauthProvider } from '@tollgate/contract';
import { useStatus } from '../../status/status-context.ts';

/** Returns the enabled sign-in methods other than the password. */
export function useOffers() {
  const status = useStatus();
  const oauth = (
    [
      ['github', status.github_oauth],
      ['oidc', status.oidc_enabled],
      ['linuxdo', status.linuxdo_oauth],
    ] as const satisfies readonly (readonly [OauthProvider, boolean])[]
  )
    .filter(([, isOn]) => isOn)
    .map(([provider]) => provider);
  const wechat = status.wechat_login;
  const telegram = status.telegram_oauth && status.telegram_bot_name !== '';
  return { oauth, wechat, telegram, any: oauth.length > 0 || wechat || telegram };
}
