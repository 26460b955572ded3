import type { Context } from '../core/context.ts';
import type { createChannelHealth } from '../services/channel-health.ts';
import type { createRouting } from '../services/routing.ts';
import type { BodyBudget } from './body-budget.ts';
import type { BodyScanner } from './body-scanner.ts';
import type { HeavySenders } from './heavy-senders.ts';
import type { ModelLimiter } from './model-limiter.ts';
import type { MoneyQueue } from './money-queue.ts';
import type { Passes } from './passes.ts';
import type { OpenSession } from './realtime/open-sessions.ts';
import type { Places } from './realtime/places.ts';
import type { createTokenCache } from './token-cache.ts';
import type { TokenCounter } from './tokens.ts';

/** The world as the steps of the relay see it: the gateway's, and what the relay keeps in memory. */
export interface RelayContext extends Context {
  readonly routing: ReturnType<typeof createRouting>;
  readonly health: ReturnType<typeof createChannelHealth>;
  readonly tokens: ReturnType<typeof createTokenCache>;
  readonly limiter: ModelLimiter;
  readonly passes: Passes;
  readonly counter: TokenCounter;
  /** Streams that are read on after their caller left. */
  readonly abandoned: { count: number; readonly most: number };
  /** Streams under way, to be ended when the gateway closes. */
  readonly streams: Set<{ stop(): void }>;
  /** Calls that wait for money which other calls of their payer hold. */
  readonly moneyQueue: MoneyQueue;
  /** How long an upstream may be silent: before its answer, and within it. */
  readonly silenceMs: number;
  /** How long a whole answer may take. */
  readonly answerMs: number;
  /** How long a caller of a stream may take nothing. */
  readonly stallMs: number;
  /** Between two comments in a silent stream; `undefined`: as the option says. */
  readonly pulseMs: number | undefined;
  /** Counts the realtime sessions that are open. */
  readonly places: Places;
  /** Realtime sessions whose key is rechecked when users or tokens change. */
  readonly openSessions: Set<OpenSession>;
  /** The bodies of calls under way. */
  readonly bodies: BodyBudget;
  readonly scanner: BodyScanner;
  readonly heavySenders: HeavySenders;
  /** From 0 to 1; tests set their own. */
  random(): number;
}
