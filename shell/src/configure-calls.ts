import { configure } from '@tollgate/api-client';
import { readApiOrigin } from './api-origin.ts';
import { expireSession } from './session/expire.ts';

/** What calls need beside the user and the language, which say so themselves when they change. */
export function configureCalls(): void {
  configure({ onUnauthorized: expireSession, baseUrl: readApiOrigin() });
}
