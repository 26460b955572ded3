import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Registry } from './registry.ts';

const QUANTILES = [0.5, 0.99, 1];
const startedAt = Date.now() / 1000 - process.uptime();

/** Adds what the process says of itself, under the usual names where there are some. */
export function addProcessMetrics(registry: Registry): void {
  let delay: ReturnType<typeof monitorEventLoopDelay> | undefined;
  registry.gauge('process_start_time_seconds', 'Start of the process, unix time.', () => startedAt);
  registry.readCounter('process_cpu_seconds_total', 'CPU time of the process.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  registry.gauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss());
  registry.gauge('nodejs_heap_size_used_bytes', 'Used heap.', () => process.memoryUsage().heapUsed);
  registry.gauge(
    'tollgate_event_loop_delay_seconds',
    'How late the event loop was since the last reading.',
    () => {
      // Begins with the first reading: without a collector there is no timer.
      const first = delay === undefined;
      delay ??= monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
      if (first) delay.enable();
      const readings = QUANTILES.map((quantile) => {
        const late = (delay?.percentile(quantile * 100) ?? 0) / 1e9 - DELAY_RESOLUTION_MS / 1000;
        return [[String(quantile)], first ? 0 : Math.max(0, late)] as const;
      });
      delay.reset();
      return readings;
    },
    'quantile',
  );
}

const DELAY_RESOLUTION_MS = 20;
