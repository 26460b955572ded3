import { ApiError } from '@tollgate/api-client';
import { useErrorMessage } from '@tollgate/i18n';
import { useToast } from '@tollgate/ui/core';
import type { TFunction } from 'i18next';
import { type ReactNode, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { SWRConfig } from 'swr';
import { here } from '../navigation/navigator.ts';
import { useUnhandledFailures } from './use-unhandled-failures.ts';

const QUIET_MS = 3000;
const RETRIES = 2;

/**
 * The single configuration of all reads. Failures of the whole site are shown once, wherever they occur; a
 * page shows its own failures inline.
 */
export function FailureToasts({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell');
  const toast = useToast();
  const errorMessage = useErrorMessage();
  const last = useRef({ sentence: '', atMs: Number.NEGATIVE_INFINITY });

  function say(sentence: string | undefined) {
    const nowMs = performance.now();
    if (!sentence) return;
    if (sentence === last.current.sentence && nowMs - last.current.atMs < QUIET_MS) return;
    last.current = { sentence, atMs: nowMs };
    toast.error(sentence);
  }

  const sayRef = useRef({ say, t });
  sayRef.current = { say, t };
  useUnhandledFailures((error) => {
    const isShownByLogin = error.status === 401 && !isSetupPage();
    if (!isShownByLogin) say(siteSentence(error, t) ?? t('request.other', { message: errorMessage(error) }));
  });

  const config = useMemo(
    () => ({
      errorRetryCount: RETRIES,
      shouldRetryOnError: (error: unknown) => isPassing(error),
      onError: (error: unknown) => sayRef.current.say(siteSentence(error, sayRef.current.t)),
    }),
    [],
  );
  return <SWRConfig value={config}>{children}</SWRConfig>;
}

/** Returns the sentence for a failure that no page can handle; undefined for all others. */
function siteSentence(error: unknown, t: TFunction<'shell'>): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.status === 401 && isSetupPage()) return t('request.session-at-setup');
  if (error.status === 429) return t('request.too-many');
  if (error.status === 405) return t('request.demo');
  return error.status === 500 ? t('request.server') : undefined;
}

/** Only transient failures are retried; a rejected request stays rejected. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 502);
}

/** The setup page does not redirect, so it must show what the login page shows elsewhere. */
function isSetupPage(): boolean {
  return here().startsWith('/setup');
}
