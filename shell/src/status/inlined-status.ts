import { fillCache } from '@tollgate/api-client';
import { getStatus, type SiteStatus } from '@tollgate/contract';
import { completeStatus, storeStatus } from './stored-status.ts';

/** Takes the status from the page, where the gateway wrote it. Elsewhere it is requested. */
export function startStatus(): void {
  const text = findStatus()?.textContent;
  if (!text) return;
  const status = JSON.parse(text) as SiteStatus;
  fillCache(getStatus, {}, status);
  storeStatus(completeStatus(status));
}

/** Returns whether the page came with its status, which is then as new as the page. */
export function hasInlinedStatus(): boolean {
  return findStatus() !== null;
}

function findStatus(): HTMLElement | null {
  return document.getElementById('console-status');
}
