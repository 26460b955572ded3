import type { Context } from '../../core/context.ts';

export interface OpenSession {
  /** Ends the session when its key is no longer valid. Never rejects. */
  recheck(): Promise<void>;
}

/** Milliseconds in which changes are combined into one check. */
const GATHER_MS = 100;

/**
 * Creates the set of open realtime sessions. After a change of users or tokens, here or in another gateway,
 * it rechecks them one by one, so that calls are not delayed. Create it after the token cache, which
 * invalidates its entries on the same change.
 */
export function createOpenSessions({ revisions }: Pick<Context, 'revisions'>): Set<OpenSession> {
  const sessions = new Set<OpenSession>();
  let timer: NodeJS.Timeout | undefined;

  async function recheckAll(): Promise<void> {
    timer = undefined;
    for (const session of [...sessions]) await session.recheck();
  }

  const onChange = () => {
    if (sessions.size === 0 || timer) return;
    timer = setTimeout(recheckAll, GATHER_MS).unref();
  };
  revisions.on('users', onChange);
  revisions.on('tokens', onChange);
  return sessions;
}
