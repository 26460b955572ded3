import type { RouteAccess } from '@tollgate/contract';

interface RealPage {
  access: RouteAccess;
  /** Its title in English, which is its first heading too unless that names a record. */
  heading: string;
  /** Below `src` of its area. */
  file?: string;
}

const user = (heading: string, file?: string): RealPage => ({
  access: 'user',
  heading,
  ...(file && { file }),
});
const admin = (heading: string, file: string): RealPage => ({ access: 'admin', heading, file });

/** The pages that areas promise, written down here once more: whom they are for and what they show. */
export const realPages: Readonly<Record<string, RealPage>> = {
  '/setup': { access: 'public', heading: 'Set up this gateway', file: 'setup/setup-page.tsx' },
  '/pricing': { access: 'public', heading: 'Model pricing', file: 'pricing/pricing-page.tsx' },
  '/token': user('API tokens', 'tokens/tokens-page.tsx'),
  '/topup': user('My wallet', 'wallet/wallet-page.tsx'),
  '/personal': user('Personal settings', 'personal/personal-page.tsx'),
  '/detail': user('Dashboard', 'dashboard/dashboard-page.tsx'),
  '/log': user('Usage log', 'usage-log/usage-log-page.tsx'),
  '/midjourney': user('Drawing log', 'drawings/drawings-page.tsx'),
  '/task': user('Task log', 'tasks/tasks-page.tsx'),
  '/playground': user('Playground', 'playground/playground-page.tsx'),
  '/chat': user('Chat', 'chat/chat-page.tsx'),
  '/chat/:id': user('Chat', 'chat/chat-page.tsx'),
  '/chat2link': user('External chat', 'chat/chat-redirect-page.tsx'),
  '/channel': admin('Channels', 'channels/channels-page.tsx'),
  '/channel/add': admin('Channels', 'channels/channels-page.tsx'),
  '/channel/edit/:id': admin('Channels', 'channels/channels-page.tsx'),
  '/redemption': admin('Redemption codes', 'redemptions/redemptions-page.tsx'),
  '/user': admin('Users', 'users/users-page.tsx'),
  '/user/edit': admin('Users', 'users/users-page.tsx'),
  '/user/edit/:id': admin('Users', 'users/users-page.tsx'),
  '/user/statement/:id': admin('User transactions', 'users/statement-page.tsx'),
  '/prices': admin('Prices', 'price-book/price-book-page.tsx'),
  '/margin': admin('Margin', 'margin/margin-page.tsx'),
  '/limit': admin('Limits', 'limits/limits-page.tsx'),
  '/setting': admin('System settings', 'settings/settings-page.tsx'),
};
