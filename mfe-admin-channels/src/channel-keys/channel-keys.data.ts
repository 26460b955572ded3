import { useAction, useData } from '@tollgate/api-client';
import {
  addChannelKeys,
  type ChannelKey,
  ChannelStatus,
  getChannel,
  listChannelKeys,
  removeChannelKeys,
  setChannelKeys,
} from '@tollgate/contract';
import { lists } from '../channels/channels.data.ts';

const refresh = [...lists, getChannel, listChannelKeys];

export function useChannelKeys(id: number) {
  return useData(listChannelKeys, { id });
}

/** Enables or disables keys of a channel. Rejects when none would be left. */
export function useSwitchKeys(id: number) {
  const { run, pending } = useAction(setChannelKeys, { refresh });
  const { enabled, disabled } = ChannelStatus;
  return {
    pending,
    turn: (keys: readonly ChannelKey[], on: boolean) =>
      run({ id, keys: keys.map((key) => key.id), status: on ? enabled : disabled }),
  };
}

/** Adds keys, one a line. Returns how many were added and how many were skipped. */
export function useAddKeys(id: number) {
  const { run, pending } = useAction(addChannelKeys, { refresh });
  return { pending, add: (key: string) => run({ id, key }) };
}

/** Deletes keys. Rejects when none, or no enabled one, would be left. */
export function useRemoveKeys(id: number) {
  const { run } = useAction(removeChannelKeys, { refresh });
  return (keys: readonly ChannelKey[]) => run({ id, keys: keys.map((key) => key.id) });
}

export function isOn({ status }: ChannelKey): boolean {
  return status === ChannelStatus.enabled;
}
