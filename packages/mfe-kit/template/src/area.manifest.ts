import type { AreaSource } from '@tollgate/contract';

export const area: AreaSource = {
  owners: { team: 'Example area', contact: 'mfe-example-area/README.md' },
  pages: { '/example-area': 'list/list-page.tsx' },
  routes: [{ path: '/example-area', access: 'user', title: 'list.title', description: 'list.intro' }],
  nav: [
    {
      id: 'example-area',
      to: '/example-area',
      label: 'list.title',
      icon: 'list',
      section: 'console',
      order: 900,
      access: 'user',
    },
  ],
  extensions: [
    { point: 'shell.command/v1', id: 'create-item', title: 'list.command', order: 900, access: 'user' },
  ],
};
