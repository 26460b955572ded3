import { lazyOverlay } from '@tollgate/ui/core';
import { lazy } from 'react';

/** What the list does not show at first. Each is fetched when it opens. */
export const ChannelDrawer = lazyOverlay(
  async () => (await import('../channel-drawer/channel-drawer.tsx')).ChannelDrawer,
);
export const CostsDrawer = lazyOverlay(
  async () => (await import('../channel-costs/costs-drawer.tsx')).CostsDrawer,
);
export const KeysDialog = lazyOverlay(
  async () => (await import('../channel-keys/keys-dialog.tsx')).KeysDialog,
);
export const UnpricedDialog = lazyOverlay(
  async () => (await import('../channel-prices/unpriced-dialog.tsx')).UnpricedDialog,
);
export const ChannelCreated = lazyOverlay(async () => (await import('./channel-created.tsx')).ChannelCreated);
export const TestDialog = lazyOverlay(async () => (await import('./test-dialog.tsx')).TestDialog);
export const TagsTable = lazy(async () => ({ default: (await import('../tags/tags-table.tsx')).TagsTable }));
