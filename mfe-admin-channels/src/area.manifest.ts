import type { AreaSource } from '@tollgate/contract';

export const area: AreaSource = {
  owners: { team: 'Supply', contact: 'mfe-admin-channels/README.md' },
  pages: {
    '/channel': 'channels/channels-page.tsx',
    '/channel/add': 'channels/channels-page.tsx',
    '/channel/edit/:id': 'channels/channels-page.tsx',
  },
  links: {
    'admin-channels.channels': { path: '/channel' },
    'admin-channels.add': { path: '/channel/add' },
    'admin-channels.channel': { path: '/channel/edit/:id' },
  },
  provides: ['admin-channels.channel-action/v1', 'admin-channels.channel-column/v1'],
  extensions: [
    {
      point: 'shell.badge/v1',
      id: 'tripped',
      title: 'elsewhere.badge',
      order: 100,
      access: 'admin',
      target: 'admin-channels.channels',
    },
    {
      point: 'logs.call-column/v1',
      id: 'channel-now',
      title: 'elsewhere.now',
      order: 100,
      access: 'admin',
    },
  ],
  routes: [
    { path: '/channel', access: 'admin', title: 'channels.title', description: 'channels.intro' },
    { path: '/channel/add', access: 'admin', title: 'channels.title' },
    { path: '/channel/edit/:id', access: 'admin', title: 'channels.title' },
  ],
  nav: [
    {
      id: 'channels',
      to: '/channel',
      label: 'channels.title',
      icon: 'branch',
      section: 'admin',
      order: 100,
      access: 'admin',
    },
  ],
};
