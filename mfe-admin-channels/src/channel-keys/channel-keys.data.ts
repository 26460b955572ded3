import { useAction, useData } from '@tollgate/api-client';
import {
  type ChannelKey,
  ChannelStatus,
  getChannel,
  listChannelKeys,
  setChannelKeys,
} from '@tollgate/contract';
import { lists } from '../channels/channels.data.ts';

export function useChannelKeys(id: number) {
  return useData(listChannelKeys, { id });
}

/** Turns keys of a channel on or off at once. Rejects when none would be left. */
export function useSwitchKeys(id: number) {
  const { run, pending } = useAction(setChannelKeys, { refresh: [...lists, getChannel, listChannelKeys] });
  const { enabled, disabled } = ChannelStatus;
  return {
    pending,
    turn: (keys: readonly ChannelKey[], on: boolean) =>
      run({ id, keys: keys.map((key) => key.id), status: on ? enabled : disabled }),
  };
}

export function isOn({ status }: ChannelKey): boolean {
  return status === ChannelStatus.enabled;
}
