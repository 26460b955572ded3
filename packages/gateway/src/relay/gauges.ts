import { addProcessMetrics } from '../metrics/process-metrics.ts';
import type { RelayContext } from './context.ts';

export interface RelayUsage {
  calls: number;
  streams: number;
  /** Streams that the relay reads to the end after their caller left. */
  abandoned: number;
  bodyBytes: number;
  /** Realtime sessions, including those that are about to begin. */
  sessions: number;
}

/** Adds the values that are read when somebody asks for the metrics. */
export function addGauges(
  { metrics, ledger, moneyQueue, limitQueue, tracer, tokens, outbound }: RelayContext,
  usage: () => RelayUsage,
): void {
  const { registry } = metrics;
  registry.gauge('tollgate_calls_running', 'Calls under way.', () => usage().calls);
  registry.gauge('tollgate_streams_open', 'Streams under way.', () => usage().streams);
  registry.gauge(
    'tollgate_streams_abandoned',
    'Streams read to the end without a caller.',
    () => usage().abandoned,
  );
  registry.gauge('tollgate_sessions_open', 'Realtime sessions.', () => usage().sessions);
  registry.gauge('tollgate_request_body_bytes', 'Request bodies in memory.', () => usage().bodyBytes);
  registry.gauge(
    'tollgate_calls_waiting_for_money',
    'Calls that wait for money held by others.',
    () => moneyQueue.count,
  );
  registry.gauge(
    'tollgate_calls_waiting_for_limits',
    'Calls that wait for room in a limit rule.',
    () => limitQueue.count,
  );
  registry.gauge(
    'tollgate_ledger_unbooked',
    'Ended calls that are in the journal alone.',
    () => ledger.behind,
  );
  registry.gauge(
    'tollgate_journal_lag_seconds',
    'Since when the oldest of them has ended.',
    () => ledger.ending.lagMs / 1000,
  );
  registry.gauge('tollgate_holds_open', 'Calls of this process that hold money.', () => ledger.openHolds);
  registry.readCounter(
    'tollgate_key_lookups_total',
    'Look-ups of API keys: in memory, or in the database.',
    () => [
      [['hit'], tokens.counts.hit],
      [['miss'], tokens.counts.miss],
    ],
    'outcome',
  );
  registry.gauge('tollgate_provider_sockets_open', 'Connections to providers and other addresses.', () =>
    outbound.countSockets(),
  );
  registry.readCounter(
    'tollgate_trace_spans_total',
    'Spans that the collector of traces got, and those that were dropped.',
    () => Object.entries(tracer?.exporter.counts ?? {}).map(([outcome, count]) => [[outcome], count]),
    'outcome',
  );
  addProcessMetrics(registry);
}
