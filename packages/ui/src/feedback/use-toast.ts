import { toFailure, useErrorMessage } from '@tollgate/i18n';
import { useMemo } from 'react';
import { loadOverlays } from './load-overlays.ts';

export interface Toast {
  success: (text: string) => void;
  info: (text: string) => void;
  warning: (text: string) => void;
  /** Takes a sentence, or a value thrown by a call. */
  error: (failure: unknown) => void;
}

/** Reports the result of an action and closes itself. Never the only place that shows an error. */
export function useToast(): Toast {
  const errorMessage = useErrorMessage();
  return useMemo(
    () => ({
      success: (text) => void show('success', text),
      info: (text) => void show('info', text),
      warning: (text) => void show('warning', text),
      error: (failure) => {
        // The shell itself reports that the session ended.
        if (toFailure(failure).code === 'not_signed_in') return;
        void show('error', typeof failure === 'string' ? failure : errorMessage(failure));
      },
    }),
    [errorMessage],
  );
}

async function show(kind: keyof Toast, content: string): Promise<void> {
  const { Message } = await loadOverlays();
  Message[kind]({ content, duration: kind === 'error' ? ERROR_MS : RESULT_MS });
}

const RESULT_MS = 3000;
/** An error may be long, and may end with a request ID to copy. */
const ERROR_MS = 8000;
