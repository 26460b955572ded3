import { defineArea, LazyPage } from '@tollgate/console-sdk';

const loadChannels = async () => (await import('./channels/channels-page.tsx')).ChannelsPage;

const loadBadge = async () => (await import('./elsewhere/tripped-badge.tsx')).TrippedBadge;
const loadChannelNow = async () => (await import('./elsewhere/channel-now.tsx')).ChannelNow;

export const area = defineArea({
  routes: ['/channel', '/channel/add', '/channel/edit/:id'].map((path) => ({
    path,
    element: <LazyPage load={loadChannels} />,
  })),
  extensions: { tripped: loadBadge, 'channel-now': loadChannelNow },
  texts: { zh: () => import('./i18n/zh.json'), en: () => import('./i18n/en.json') },
});
