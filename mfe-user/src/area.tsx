import { defineArea, LazyPage } from '@tollgate/console-sdk';

const loadTokens = async () => (await import('./tokens/tokens-page.tsx')).TokensPage;
const loadWallet = async () => (await import('./wallet/wallet-page.tsx')).WalletPage;
const loadPricing = async () => (await import('./pricing/pricing-page.tsx')).PricingPage;
const loadUsers = async () => (await import('./users/users-page.tsx')).UsersPage;
const loadStatement = async () => (await import('./users/statement-page.tsx')).StatementPage;
const loadRedemptions = async () => (await import('./redemptions/redemptions-page.tsx')).RedemptionsPage;
const loadLimits = async () => (await import('./limits/limits-page.tsx')).LimitsPage;
const loadPriceBook = async () => (await import('./price-book/price-book-page.tsx')).PriceBookPage;
const loadCreateToken = async () => (await import('./tokens/create-token-command.tsx')).CreateTokenCommand;
const loadCloseLimits = async () => (await import('./limits/close-limits-card.tsx')).CloseLimitsCard;
const loadLimitsPanel = async () => (await import('./limits/limits-panel.tsx')).LimitsPanel;
const loadPersonal = async () => (await import('./personal/personal-page.tsx')).PersonalPage;

export const area = defineArea({
  routes: [
    { path: '/token', element: <LazyPage load={loadTokens} /> },
    { path: '/topup', element: <LazyPage load={loadWallet} /> },
    { path: '/pricing', element: <LazyPage load={loadPricing} /> },
    { path: '/user', element: <LazyPage load={loadUsers} /> },
    { path: '/user/edit', element: <LazyPage load={loadUsers} /> },
    { path: '/user/edit/:id', element: <LazyPage load={loadUsers} /> },
    { path: '/user/statement/:id', element: <LazyPage load={loadStatement} /> },
    { path: '/redemption', element: <LazyPage load={loadRedemptions} /> },
    { path: '/prices', element: <LazyPage load={loadPriceBook} /> },
    { path: '/limit', element: <LazyPage load={loadLimits} /> },
    { path: '/personal', element: <LazyPage load={loadPersonal} /> },
  ],
  extensions: {
    'create-token': loadCreateToken,
    'close-limits': loadCloseLimits,
    limits: loadLimitsPanel,
  },
  texts: { zh: () => import('./i18n/zh.json'), en: () => import('./i18n/en.json') },
});
