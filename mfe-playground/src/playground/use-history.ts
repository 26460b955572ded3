import { useArea } from '@tollgate/console-sdk';
import { useEffect, useRef } from 'react';
import { rememberChat } from './stored-history.ts';
import type { useChat } from './use-chat.ts';

/** Keeps the conversation in this browser whenever its replies have ended. */
export function useHistory({ store, started, busy, models }: ReturnType<typeof useChat>): void {
  const { storage } = useArea();
  const wasBusy = useRef(busy);
  const model = models.join(', ');
  useEffect(() => {
    if (wasBusy.current && !busy && started) {
      const messages = store.get().lanes[0]?.get().messages ?? [];
      rememberChat(storage, { id: store.id, model, messages, at: Math.floor(Date.now() / 1000) });
    }
    wasBusy.current = busy;
  }, [busy, started, store, storage, model]);
}
