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

/** Turns keys of a channel on or off at once. Rejects when none would be left. */
export function useSwitchKeys(id: number) {
  const { run, pending } = useAction(setChannelKeys, { refresh });
  const { enabled, disabled } = ChannelStatus;
  return {
    pending,
    turn: (keys: readonly ChannelKey[], on: boolean) =>
      run({ id, keys: keys.map((key) => key.id), status: on ? enabled : disabled }),
  };
}

/** Adds keys, one a line. Answers how many were new and how many were skipped. */
export function useAddKeys(id: number) {
  const { run, pending } = useAction(addChannelKeys, { refresh });
  return { pending, add: (key: string) => run({ id, key }) };
}

/** Deletes keys. Rejects when none would be left, or none that is on. */
export function useRemoveKeys(id: number) {
  const { run } = useAction(removeChannelKeys, { refresh });
  return (keys: readonly ChannelKey[]) => run({ id, keys: keys.map((key) => key.id) });
}

export function isOn({ status }: ChannelKey): boolean {
  return status === ChannelStatus.enabled;
}
