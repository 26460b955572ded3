import { useToast } from '@tollgate/ui/core';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStatus } from '../../status/status-context.ts';
import { readChats } from './read-chats.ts';

const none: readonly string[] = [];

/** The chats in the sidebar. They are stored with every new status, so they are read again then. */
export function useChats(): readonly string[] {
  const { t } = useTranslation('shell');
  const toast = useToast();
  const status = useStatus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store changes with the status
  const chats = useMemo(readChats, [status]);
  const isBroken = chats === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: say it once, not again in another language
  useEffect(() => {
    if (isBroken) toast.error(t('sidebar.chats-broken'));
  }, [isBroken]);
  return chats ?? none;
}
