import { call } from '@tollgate/api-client';
import { type OauthProvider, signInByOauth } from '@tollgate/contract';
import { useErrorMessage } from '@tollgate/i18n';
import { useToast } from '@tollgate/ui/core';
import { useNavigate, useSearchParams } from '@tollgate/ui/router';
import { useEffect, useRef, useState } from 'react';
import { signIn } from '../../session/session.ts';
import { useSession } from '../../session/use-session.ts';
import { forgetInviteCode } from '../entry/invite-code.ts';
import { useEntryText } from '../entry/use-entry-text.ts';

/** Long enough to read the error. */
const READ_MS = 4000;

/**
 * Sends the provider's result once: it is valid for one call. Signs in, or tells a signed-in user that the
 * provider is bound. On failure `problem` has the reason, and after a while the browser goes `wayBack`.
 */
export function useReturn(provider: OauthProvider) {
  const { t } = useEntryText();
  const navigate = useNavigate();
  const toast = useToast();
  const errorMessage = useErrorMessage();
  const { user } = useSession();
  const [query] = useSearchParams();
  const [problem, setProblem] = useState<string>();
  const [wayBack] = useState(user ? '/personal' : '/login');
  const isHandedOver = useRef(false);

  async function handOver() {
    const [code, state] = [query.get('code'), query.get('state')];
    if (query.get('error')) return setProblem(t('oauth.refused'));
    if (!code || !state) return setProblem(t('oauth.incomplete'));
    try {
      const signedIn = await call(signInByOauth, { provider, code, state });
      if (signedIn) {
        forgetInviteCode();
        toast.success(t('login.done'));
        signIn(signedIn);
      } else toast.success(t('oauth.bound', { provider: t(`entry.provider.${provider}`) }));
      navigate(signedIn ? '/token' : '/personal', { replace: true });
    } catch (error) {
      setProblem(errorMessage(error));
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page
  useEffect(() => {
    if (isHandedOver.current) return;
    isHandedOver.current = true;
    void handOver();
  }, []);

  useEffect(() => {
    if (!problem) return;
    const timer = setTimeout(() => navigate(wayBack, { replace: true }), READ_MS);
    return () => clearTimeout(timer);
  }, [problem, wayBack, navigate]);

  return { problem, wayBack };
}
