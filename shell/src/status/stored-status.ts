import { type SiteStatus, siteStatus } from '@tollgate/contract';
import { readStoredJson, writeStored } from '../storage.ts';

const statusKey = 'status';

/** Returns the status of the last visit, unless it is from before the setup. */
export function readStoredStatus(): SiteStatus | undefined {
  const parsed = siteStatus.safeParse(readStoredJson(statusKey));
  return parsed.success && parsed.data.setup ? parsed.data : undefined;
}

/** Stores the status, and some parts under separate keys for pages that read them. */
export function storeStatus(status: SiteStatus): void {
  writeStored(statusKey, JSON.stringify(status));
  writeStored('chats', JSON.stringify(status.chats));
  writeStored('footer_html', status.footer_html || undefined);
  writeStored('enable_data_export', String(status.enable_data_export));
  writeStored('enable_drawing', String(status.enable_drawing));
  writeStored('enable_task', String(status.enable_task));
}

/** Another server of the same API may lack fields that Tollgate added: absent means yes. */
export function completeStatus(status: SiteStatus): SiteStatus {
  return { ...additions, ...status };
}

const additions = { password_login: true, register_enabled: true, chats: [], capabilities: [] };
