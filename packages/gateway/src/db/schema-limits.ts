import type { Generated } from 'kysely';
import type { Defaulted, Flag, UnixSeconds } from './column-types.ts';

/** A limit, as an administrator set it. */
export interface LimitRuleTable {
  id: Generated<number>;
  name: Defaulted<string>;
  /** everybody, user, group, token, channel, channel_key. */
  scope: string;
  /** The id of a row, the name of a group, `each`, or empty. */
  scope_id: Defaulted<string>;
  /** Comma list with `*`. Empty: all models. */
  models: Defaulted<string>;
  /** quota, tokens, requests, concurrent. */
  resource: string;
  amount: number;
  /** minute, hour, day, week, month, forever, rolling:<hours>. */
  window: string;
  time_zone: string;
  /** refuse, wait, skip. */
  when_full: string;
  wait_seconds: Defaulted<number>;
  /** Comma list of percents. */
  warn_at: Defaulted<string>;
  /** The rule applies from then on. */
  from: Defaulted<UnixSeconds>;
  enabled: Defaulted<Flag>;
  /** Moves with each change after which earlier windows no longer count. */
  series: Defaulted<number>;
  created_time: UnixSeconds;
}

/** What calls spent of a limit in one window, and what running calls hold. Written only by `ledger/`. */
export interface LimitWindowTable {
  /** Derived from rule, series, subject and start (`ledger/limit-windows.ts`). */
  id: string;
  rule_id: number;
  /** With `each`: the user, token, … Empty otherwise. */
  subject: string;
  /** 0: forever, or rolling. */
  starts_at: UnixSeconds;
  spent: number;
  /** Sum of what open holds may still spend. */
  held: number;
  /** Calls that were charged. */
  calls: number;
  /** Rolling windows: what was spent in this second or before no longer counts. -1: everything counts. */
  expired_at: UnixSeconds;
  /** The highest percentage that a warning was sent for. The ledger does not touch it. */
  warned: Defaulted<number>;
}

/** What calls that began in one second spent of a rolling window. Deleted when that second leaves it. */
export interface LimitPartTable {
  window_id: string;
  at: UnixSeconds;
  amount: number;
}

export interface LimitSchema {
  limit_rules: LimitRuleTable;
  limit_window: LimitWindowTable;
  limit_part: LimitPartTable;
}
