import { call, useAction, useRefresh } from '@tollgate/api-client';
import {
  deleteChannels,
  deleteDisabledChannels,
  getChannelTests,
  repairChannels,
  tagChannels,
  testChannel,
  testChannels,
  updateBalances,
} from '@tollgate/contract';
import { toFailure } from '@tollgate/i18n';
import type { ProgressTools } from '@tollgate/ui/data';
import { lists } from './channels.data.ts';

const POLL_MS = 2000;

/** Sends one test request through a channel. Returns milliseconds; rejects with the error. */
export function useTestChannel() {
  const { run } = useAction(testChannel, { refresh: lists });
  return async (id: number, model?: string) => (await run({ id, ...(model && { model }) })).time * 1000;
}

/** Starts the test of all channels on the gateway, unless one runs. */
export function useStartTests() {
  return (signal: AbortSignal) =>
    call(testChannels, {}, { signal }).catch((error: unknown) => {
      if (toFailure(error).code !== 'channel_tests_running') throw error;
    });
}

/** Follows the test of all channels until it has ended. Returns the channels that failed. */
export function useFollowTests() {
  const reloadLists = useReloadLists();
  return async ({ signal, report }: ProgressTools) => {
    for (;;) {
      const { done, total, failed, failures, running } = await call(getChannelTests, {}, { signal });
      report({ done, total, failed });
      if (!running) {
        await reloadLists();
        return failures;
      }
      await pause(signal);
    }
  };
}

export function useReloadLists(): () => Promise<unknown> {
  const refresh = useRefresh();
  return () => refresh(lists);
}

/** Actions on many channels. */
export function useChannelWork() {
  const balances = useAction(updateBalances, { refresh: lists });
  const disabled = useAction(deleteDisabledChannels, { refresh: lists });
  const repair = useAction(repairChannels, { refresh: lists });
  const selected = useAction(deleteChannels, { refresh: lists });
  return {
    updateBalances: () => balances.run({}),
    deleteDisabled: () => disabled.run({}),
    repair: () => repair.run({}),
    remove: (ids: number[]) => selected.run({ ids }),
  };
}

/** Sets the tag of channels. Returns how many. */
export function useTagChannels() {
  const { run } = useAction(tagChannels, { refresh: lists });
  return (ids: number[], tag: string) => run({ ids, tag });
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, POLL_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
