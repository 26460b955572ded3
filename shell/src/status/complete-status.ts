import type { SiteStatus } from '@tollgate/contract';

/** Another server of the same API may lack fields that Tollgate added: absent means yes. */
export function completeStatus(status: SiteStatus): SiteStatus {
  return { ...additions, ...status };
}

const additions = { password_login: true, register_enabled: true, chats: [] };
