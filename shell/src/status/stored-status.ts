import { type SiteStatus, siteStatus } from '@tollgate/contract';
import { readStoredJson, writeStored } from '../storage.ts';

const statusKey = 'status';

/** The status of the last visit. One from before the setup is worthless by now. */
export function readStoredStatus(): SiteStatus | undefined {
  const parsed = siteStatus.safeParse(readStoredJson(statusKey));
  return parsed.success && parsed.data.setup ? parsed.data : undefined;
}

/** Keeps the status, and beside it the parts that pages look up by a key of their own. */
export function storeStatus(status: SiteStatus): void {
  writeStored(statusKey, JSON.stringify(status));
  writeStored('chats', JSON.stringify(status.chats));
  writeStored('footer_html', status.footer_html || undefined);
  writeStored('enable_data_export', String(status.enable_data_export));
  writeStored('enable_drawing', String(status.enable_drawing));
  writeStored('enable_task', String(status.enable_task));
}
