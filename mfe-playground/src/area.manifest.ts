import type { AreaSource } from '@tollgate/contract';

export const area: AreaSource = {
  routes: [{ path: '/playground', access: 'user', title: 'playground.title' }],
  nav: [
    {
      id: 'playground',
      to: '/playground',
      label: 'playground.title',
      icon: 'experiment',
      section: 'playground',
      order: 100,
      access: 'user',
    },
  ],
};
