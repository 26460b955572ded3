import { useData } from '@tollgate/api-client';
import { type Channel, type ChannelHealth, countChannels, getChannelHealth } from '@tollgate/contract';
import { createContext, useContext, useMemo } from 'react';

/** How many channels the server reports on at once. */
const MOST = 100;

/** How many channels have each status, over the whole list. */
export function useChannelCounts() {
  return useData(countChannels, {}).data;
}

/** Reads how some channels served in the last 24 hours, by their ids. */
export function useHealthOf(channels: readonly Pick<Channel, 'id'>[]): ReadonlyMap<number, ChannelHealth> {
  const ids = channels.slice(0, MOST).map(({ id }) => id);
  const { data } = useData(
    getChannelHealth,
    ids.length === 0 ? null : { ids: ids.join(','), page_size: String(MOST) },
  );
  return useMemo(() => new Map(data?.items.map((health) => [health.id, health])), [data]);
}

/** The health of the channels of a list. A cell reads its own: rows are not drawn again when it arrives. */
export const HealthContext = createContext<ReadonlyMap<number, ChannelHealth>>(new Map());

export function useHealth(id: number): ChannelHealth | undefined {
  return useContext(HealthContext).get(id);
}
