import type { AreaSource } from '@tollgate/contract';

export const area: AreaSource = {
  owners: { team: 'Playground', contact: 'mfe-playground/README.md' },
  pages: {
    '/playground': 'playground/playground-page.tsx',
    '/chat': 'chat/chat-page.tsx',
    '/chat/:id': 'chat/chat-page.tsx',
    '/chat2link': 'chat/chat-redirect-page.tsx',
  },
  links: { 'playground.try': { path: '/playground', query: ['model'] } },
  extensions: [
    {
      point: 'logs.call-action/v1',
      id: 'try-model',
      title: 'elsewhere.try',
      order: 100,
      access: 'user',
    },
  ],
  routes: [
    { path: '/playground', access: 'user', title: 'playground.title', description: 'playground.intro' },
    { path: '/chat', access: 'user', title: 'chats.title', layout: 'wide' },
    { path: '/chat/:id', access: 'user', title: 'chats.title', layout: 'wide' },
    { path: '/chat2link', access: 'user', title: 'chats.redirect.title' },
  ],
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
    {
      id: 'chat',
      to: '/chat',
      label: 'chats.title',
      icon: 'message',
      section: 'chat',
      order: 100,
      access: 'user',
    },
  ],
};
