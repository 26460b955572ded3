import { configure } from '@tollgate/api-client';
import { readApiOrigin } from './api-origin.ts';
import { expireSession } from './session/expire.ts';

/** Configures calls, except for user and language, which are updated when they change. */
export function configureCalls(): void {
  configure({ onUnauthorized: expireSession, baseUrl: readApiOrigin() });
}
