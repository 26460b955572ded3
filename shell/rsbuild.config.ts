import { defineShellConfig } from '@tollgate/mfe-kit/rsbuild';

const oauth = 'pages/oauth/oauth-page.tsx';

export default defineShellConfig({
  pages: {
    '/about': 'pages/about-page.tsx',
    '/status': 'pages/status/status-page.tsx',
    '/preview': 'pages/preview/preview-page.tsx',
    '/login': 'pages/login/login-page.tsx',
    '/register': 'pages/register/register-page.tsx',
    '/reset': 'pages/reset/reset-page.tsx',
    '/user/reset': 'pages/reset/reset-confirm-page.tsx',
    '/oauth/github': oauth,
    '/oauth/oidc': oauth,
    '/oauth/linuxdo': oauth,
  },
});
