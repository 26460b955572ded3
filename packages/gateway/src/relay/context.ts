import type { Context } from '../core/context.ts';
import type { RelayMetrics } from '../metrics/relay-metrics.ts';
import type { createChannelHealth } from '../modules/channels/health/channel-health.ts';
import type { createRouting } from '../modules/channels/routing/routing.ts';
import type { LimitRules } from '../modules/limits/rule-set.ts';
import type { Tracer } from '../tracing/tracer.ts';
import type { ModelLimiter } from './access/model-limiter.ts';
import type { createTokenCache } from './access/token-cache.ts';
import type { ChannelOutcomes } from './metering/channel-outcomes.ts';
import type { FailedCallLog } from './metering/failed-call-log.ts';
import type { MoneyQueue } from './money/money-queue.ts';
import type { TokenCounter } from './prompt/tokens.ts';
import type { OpenSession } from './realtime/open-sessions.ts';
import type { SessionLimiter } from './realtime/session-limiter.ts';
import type { BodyBudget } from './request/body-budget.ts';
import type { BodyScanner } from './request/body-scanner.ts';
import type { HeavySenders } from './request/heavy-senders.ts';
import type { ChannelAffinity } from './routing/affinity.ts';
import type { Background } from './stored/background.ts';
import type { AccessTokenCache } from './upstream/access-token-cache.ts';

/** The gateway's context together with what the relay keeps in memory. */
export interface RelayContext extends Context {
  readonly affinity: ChannelAffinity;
  /** Responses that providers work on after their calls. */
  readonly background: Background;
  readonly routing: ReturnType<typeof createRouting>;
  readonly health: ReturnType<typeof createChannelHealth>;
  readonly tokens: ReturnType<typeof createTokenCache>;
  readonly limiter: ModelLimiter;
  readonly accessTokens: AccessTokenCache;
  readonly counter: TokenCounter;
  readonly failedCalls: FailedCallLog;
  readonly metrics: RelayMetrics;
  readonly outcomes: ChannelOutcomes;
  /** Absent: tracing is off. */
  readonly tracer: Tracer | undefined;
  /** Streams that the relay reads to the end after their caller left. */
  readonly abandoned: { count: number; readonly most: number };
  /** Running streams. The relay ends them when the gateway closes. */
  readonly streams: Set<{ stop(): void }>;
  /** Calls that wait for money held by other calls of their payer. */
  readonly moneyQueue: MoneyQueue;
  readonly limitRules: LimitRules;
  /** Calls that wait for room in a limit. */
  readonly limitQueue: MoneyQueue;
  /** Milliseconds that an upstream may be silent, before its response and within it. */
  readonly silenceMs: number;
  /** Milliseconds that a whole response may take. */
  readonly answerMs: number;
  /** Milliseconds that a caller may read nothing of its stream. */
  readonly stallMs: number;
  /** Milliseconds between two heartbeat comments; `undefined`: the option decides. */
  readonly heartbeatMs: number | undefined;
  /** Counts the realtime sessions that are open. */
  readonly sessionSlots: SessionLimiter;
  /** Realtime sessions whose key is rechecked when users or tokens change. */
  readonly openSessions: Set<OpenSession>;
  /** Limits the memory of the request bodies of running calls. */
  readonly bodies: BodyBudget;
  readonly scanner: BodyScanner;
  readonly heavySenders: HeavySenders;
  /** From 0 to 1; tests set their own. */
  random(): number;
}
