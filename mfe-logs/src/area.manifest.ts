import type { AreaSource } from '@tollgate/contract';

export const area: AreaSource = {
  routes: [{ path: '/log', access: 'user', title: 'log.title' }],
  nav: [
    {
      id: 'log',
      to: '/log',
      label: 'log.title',
      icon: 'history',
      section: 'console',
      order: 300,
      access: 'user',
    },
  ],
};
