import { ApiError, call, useAction, useData, useRefresh, useWrite } from '@tollgate/api-client';
import { getSetup, getStatus, login, type Output, submitSetup, type User } from '@tollgate/contract';
import { toFailure, useErrorMessage } from '@tollgate/i18n';
import { useToast } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { type SetupForm, toSubmission } from './setup-draft.ts';

/** The server's setup status. */
export type SetupStatus = Output<typeof getSetup>;

export function useSetup() {
  return useData(getSetup, {});
}

/** Reloads the site status, so that the shell knows that the setup is done. */
export function useRefreshStatus() {
  const refresh = useRefresh();
  return () => refresh([getStatus]);
}

/**
 * Submits the wizard and signs the new account in; `onSignedIn` gets its user. Rejects with a sentence, and with the
 * field of an error if there is one. Detects when another visitor has finished the setup first.
 */
export function useSubmitSetup(
  onSignedIn: (user: User) => void,
): (form: Partial<SetupForm>) => Promise<void> {
  const { run } = useAction(submitSetup);
  const refresh = useRefresh();
  const write = useWrite();
  const toast = useToast();
  const sentenceOf = useSetupSentence();

  return async (form) => {
    try {
      await run(toSubmission(form));
      const user = await signInAs(form);
      if (user) onSignedIn(user);
    } catch (error) {
      const { code, details, requestId } = toFailure(error);
      if (code === 'setup_done') {
        toast.info(sentenceOf(error));
        await refresh([getSetup]);
      }
      // A proxy on the server's own machine is detected only when something is sent.
      if (code === 'setup_token_required')
        await write(getSetup, (setup) => ({ ...setup, token_required: true }));
      const field = details?.field ?? fieldsOfCodes[code ?? ''];
      const failure = { code: 'setup', requestId, details: { ...(field && { field }) } };
      throw Object.assign(new Error(sentenceOf(error)), failure);
    }
  };
}

/** Signs in with the password just chosen. Where that fails, or the account is an older one, the sign-in page asks. */
async function signInAs({ username = '', password = '' }: Partial<SetupForm>): Promise<User | undefined> {
  if (password === '') return undefined;
  return call(login, { username: username.trim(), password }).catch(() => undefined);
}

/** Returns the server's sentence if it has one; "no response" and "no reason" have sentences of this page. */
function useSetupSentence(): (error: unknown) => string {
  const { t } = useTranslation('area.admin-settings');
  const errorMessage = useErrorMessage();
  return (error) => {
    if (!(error instanceof ApiError)) return t('setup.failure.page');
    if (error.code === 'network') return t('setup.failure.network');
    const hasNoMessage = error.message === error.code;
    const isGeneral = error.code === 'refused' || error.code === 'internal';
    return hasNoMessage && isGeneral ? t('setup.failure.general') : errorMessage(error);
  };
}

const fieldsOfCodes: Record<string, keyof SetupForm> = {
  setup_token_required: 'setup_token',
  passwords_differ: 'confirmPassword',
};
