import type { SiteStatus } from '@tollgate/contract';

/** A server of the same wire may not know the fields that we added: without word, they mean yes. */
export function completeStatus(status: SiteStatus): SiteStatus {
  return { ...additions, ...status };
}

const additions = { password_login: true, register_enabled: true, chats: [] };
