import { ChannelStatus } from '@tollgate/contract';
import type { Reading } from '../metrics/registry.ts';
import { MOST_CHANNELS } from '../metrics/relay-metrics.ts';
import type { Routes } from '../modules/channels/routing/routing.ts';
import type { RelayContext } from './context.ts';

/** Adds the state of each channel: which one has the value 1. Returns the function that reads the channels again. */
export function addChannelGauge({ metrics, routing, health, log }: RelayContext): () => Promise<void> {
  let routes: Routes | undefined;
  const stateOf = (id: number, status: number) => {
    if (status === ChannelStatus.disabled) return 'disabled';
    if (status === ChannelStatus.tripped) return 'paused';
    return health.isResting(id) ? 'cooldown' : 'in_service';
  };

  function read(): Iterable<Reading> {
    const sums = new Map<string, [string[], number]>();
    for (const [index, { id, status }] of (routes?.channels() ?? []).entries()) {
      const labels = [index < MOST_CHANNELS ? String(id) : 'other', stateOf(id, status)];
      const sum = sums.get(labels.join()) ?? [labels, 0];
      sums.set(labels.join(), [labels, sum[1] + 1]);
    }
    return sums.values();
  }

  metrics.registry.gauge(
    'tollgate_channels',
    'Channels by their state: in_service, cooldown, paused by the gateway, disabled by hand.',
    read,
    ...(['channel', 'state'] as const),
  );
  return async () => {
    routes = await Promise.resolve(routing.routes()).catch((err: unknown) => {
      log.warn({ err }, 'The state of channels could not be read');
      return undefined;
    });
  };
}
