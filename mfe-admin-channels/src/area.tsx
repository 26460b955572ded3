import { defineArea, LazyPage } from '@tollgate/console-sdk';

const loadChannels = async () => (await import('./channels/channels-page.tsx')).ChannelsPage;

export const area = defineArea({
  routes: ['/channel', '/channel/add', '/channel/edit/:id'].map((path) => ({
    path,
    element: <LazyPage load={loadChannels} />,
  })),
  texts: { zh: () => import('./i18n/zh.json'), en: () => import('./i18n/en.json') },
});
