import { LogStreamReadings } from '../metrics/log-stream-readings.ts';
import { StoredReadings } from '../metrics/stored-readings.ts';
import { addChannelGauge } from './channel-gauge.ts';
import type { RelayContext } from './context.ts';
import { addGauges, type RelayUsage } from './gauges.ts';

export interface MetricsReader {
  /** Metrics in the text format of Prometheus. What is in the database is that of the last `readMetrics`. */
  metrics(): string;
  /** The same with what is in the database now. */
  readMetrics(): Promise<string>;
}

/** Adds what is read when somebody asks for the metrics. */
export function createMetrics(ctx: RelayContext, usage: () => RelayUsage): MetricsReader {
  addGauges(ctx, usage);
  const readChannels = addChannelGauge(ctx);
  const stored = new StoredReadings(ctx);
  const stream = new LogStreamReadings(ctx);
  const metrics = () => ctx.metrics.registry.format();
  return {
    metrics,
    async readMetrics() {
      await Promise.all([stored.refresh(), stream.refresh(), readChannels()]);
      return metrics();
    },
  };
}
