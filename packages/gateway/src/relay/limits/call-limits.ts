import type { Taking } from '../../cache/counters.ts';
import type { Rule } from '../../modules/limits/rule.ts';
import type { RuleSet } from '../../modules/limits/rule-set.ts';
import { isBooked } from '../../modules/limits/window-of.ts';

/** A rule that limits a call, and whose window counts it. */
export interface AppliedRule {
  readonly rule: Rule;
  readonly subject: string;
}

/** All rules that limit a call before its channel is known. Shared by the calls of one caller at one model. */
export interface AppliedRules {
  /** Counted by the ledger, with the money. */
  readonly booked: readonly AppliedRule[];
  /** Counted in the shared counters. */
  readonly counted: readonly AppliedRule[];
}

export function splitRules(applied: readonly AppliedRule[]): AppliedRules {
  return {
    booked: applied.filter(({ rule }) => isBooked(rule)),
    counted: applied.filter(({ rule }) => !isBooked(rule)),
  };
}

/** What is left of a limit for requests or tokens once this call is counted. */
export interface Left {
  readonly rule: Rule;
  readonly left: number;
  /** Seconds since 1970; 0: never. */
  readonly resetsAt: number;
}

/** The limits of one call, and what it took of them. */
export class CallLimits {
  readonly rules: RuleSet;
  readonly booked: readonly AppliedRule[];
  readonly counted: readonly AppliedRule[];
  /** The scarcest ones, for headers of the answer. */
  readonly left: { requests?: Left; tokens?: Left } = {};
  #taking: Taking | undefined;
  #channelTaking: Taking | undefined;

  constructor(rules: RuleSet, { booked, counted }: AppliedRules) {
    this.rules = rules;
    this.booked = booked;
    this.counted = counted;
  }

  /** Keeps what is left of a rule if none of its kind has less. Replaces an earlier number of the same rule. */
  noteLeft(left: Left): void {
    const { resource } = left.rule;
    if (resource !== 'requests' && resource !== 'tokens') return;
    const known = this.left[resource];
    if (!known || known.rule === left.rule || left.left < known.left) this.left[resource] = left;
  }

  /** Keeps what the call took of the counters until it ends. */
  keep(taking: Taking): void {
    this.#taking = taking;
  }

  /** The same for the channel that it goes to; what it took of the one before is free again. */
  keepChannel(taking: Taking | undefined): void {
    this.#channelTaking?.release();
    this.#channelTaking = taking;
  }

  /** The call did not begin: it does not count. */
  cancel(): void {
    this.#taking?.cancel();
    this.#taking = undefined;
  }

  /** The call has ended: its slots are free again. */
  release(): void {
    this.#taking?.release();
    this.#channelTaking?.release();
  }
}
