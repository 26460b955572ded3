import type { AreaSource } from '@tollgate/contract';

export const area: AreaSource = {
  owners: { team: 'Platform', contact: 'mfe-admin-settings/README.md' },
  pages: { '/setup': 'setup/setup-page.tsx', '/setting': 'settings/settings-page.tsx' },
  links: { 'admin-settings.settings': { path: '/setting', query: ['tab'] } },
  provides: ['admin-settings.panel/v1'],
  events: { emits: ['session.started/v1'], listens: ['areas.changed/v1'] },
  routes: [
    { path: '/setup', access: 'public', title: 'setup.title', layout: 'bare' },
    { path: '/setting', access: 'admin', title: 'settings.title', description: 'settings.intro' },
  ],
  nav: [
    {
      id: 'settings',
      to: '/setting',
      label: 'settings.title',
      icon: 'settings',
      section: 'admin',
      order: 400,
      // All its pages are for root only. Other administrators see the reason.
      access: 'root',
    },
  ],
};
