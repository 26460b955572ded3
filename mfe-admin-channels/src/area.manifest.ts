import type { AreaSource } from '@tollgate/contract';

export const area: AreaSource = {
  routes: [
    { path: '/channel', access: 'admin', title: 'channels.title' },
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
