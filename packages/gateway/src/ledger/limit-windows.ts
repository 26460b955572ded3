import { createHash } from 'node:crypto';

/** What identifies a window of a limit. */
export interface WindowName {
  readonly rule: number;
  /** Moves when a rule changes so much that earlier windows no longer count. */
  readonly series: number;
  /** Empty, or whose window it is when a rule limits each user, token, … by itself. */
  readonly subject: string;
  /** Seconds since 1970; 0 for windows without a beginning. */
  readonly startsAt: number;
}

/** Derived from what it names, so that calls need no look-up of window ids. */
export function windowId({ rule, series, subject, startsAt }: WindowName): string {
  return `${windowPrefix({ rule, series, subject })}${startsAt}`;
}

/** The common beginning of the ids of all windows of one subject. */
export function windowPrefix({ rule, series, subject }: Omit<WindowName, 'startsAt'>): string {
  return `${rule}.${series}.${SHORT.test(subject) ? subject : hashOf(subject)}.`;
}

const SHORT = /^[\w-]{0,40}$/;

function hashOf(subject: string): string {
  return `~${createHash('sha256').update(subject).digest('base64url')}`;
}
