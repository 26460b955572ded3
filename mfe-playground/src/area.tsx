import { defineArea, LazyPage } from '@tollgate/console-sdk';

const loadPlayground = async () => (await import('./playground/playground-page.tsx')).PlaygroundPage;
const loadChat = async () => (await import('./chat/chat-page.tsx')).ChatPage;
const loadChatRedirect = async () => (await import('./chat/chat-redirect-page.tsx')).ChatRedirectPage;

const loadTryModel = async () => (await import('./elsewhere/try-model.tsx')).TryModel;

export const area = defineArea({
  routes: [
    { path: '/playground', element: <LazyPage load={loadPlayground} /> },
    { path: '/chat', element: <LazyPage load={loadChat} /> },
    { path: '/chat/:id', element: <LazyPage load={loadChat} /> },
    { path: '/chat2link', element: <LazyPage load={loadChatRedirect} /> },
  ],
  extensions: { 'try-model': loadTryModel },
  texts: { zh: () => import('./i18n/zh.json'), en: () => import('./i18n/en.json') },
});
