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
 * The single configuration of all reads. A page shows failed reads in place; failures that nothing handles are
 * shown once.
 */
export function FailureToasts({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell');
  const toast = useToast();
  const errorMessage = useErrorMessage();
  const last = useRef({ sentence: '', atMs: Number.NEGATIVE_INFINITY });

  function say(error: ApiError) {
    if (error.status === 401 && !isSetupPage()) return; // the login page says so
    const sentence = siteSentence(error, t) ?? t('request.other', { message: errorMessage(error) });
    const nowMs = performance.now();
    if (sentence === last.current.sentence && nowMs - last.current.atMs < QUIET_MS) return;
    last.current = { sentence, atMs: nowMs };
    toast.error(sentence);
  }

  const sayRef = useRef(say);
  sayRef.current = say;
  useUnhandledFailures(say);

  const config = useMemo(
    () => ({
      errorRetryCount: RETRIES,
      shouldRetryOnError: isPassing,
      // The setup page neither redirects nor shows the end of a session.
      onError: (error: unknown) => error instanceof ApiError && error.status === 401 && sayRef.current(error),
    }),
    [],
  );
  return <SWRConfig value={config}>{children}</SWRConfig>;
}

/** Returns the sentence for a failure of the whole site; undefined for all others. */
function siteSentence(error: ApiError, t: TFunction<'shell'>): string | undefined {
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
