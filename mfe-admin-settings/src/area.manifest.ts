import type { AreaSource } from '@tollgate/contract';

export const area: AreaSource = {
  routes: [
    { path: '/setup', access: 'public', title: 'setup.title', layout: 'bare' },
    { path: '/setting', access: 'admin', title: 'settings.title' },
  ],
  nav: [
    {
      id: 'settings',
      to: '/setting',
      label: 'settings.title',
      icon: 'settings',
      section: 'admin',
      order: 400,
      access: 'admin',
    },
  ],
};
