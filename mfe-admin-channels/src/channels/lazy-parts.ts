import { lazy } from 'react';

/** What the list does not show at first. Each is fetched when it opens. */
export const ChannelDrawer = lazy(async () => ({
  default: (await import('../channel-drawer/channel-drawer.tsx')).ChannelDrawer,
}));
export const CostsDrawer = lazy(async () => ({
  default: (await import('../channel-costs/costs-drawer.tsx')).CostsDrawer,
}));
export const KeysDialog = lazy(async () => ({
  default: (await import('../channel-keys/keys-dialog.tsx')).KeysDialog,
}));
export const UnpricedDialog = lazy(async () => ({
  default: (await import('../channel-prices/unpriced-dialog.tsx')).UnpricedDialog,
}));
export const ChannelCreated = lazy(async () => ({
  default: (await import('./channel-created.tsx')).ChannelCreated,
}));
export const TestDialog = lazy(async () => ({ default: (await import('./test-dialog.tsx')).TestDialog }));
export const TagsTable = lazy(async () => ({ default: (await import('../tags/tags-table.tsx')).TagsTable }));
