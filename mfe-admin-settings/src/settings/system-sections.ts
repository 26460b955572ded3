import type { SettingsSection } from './describe.ts';

/** Addresses, payment, and sign-in methods. */
export const systemSections: readonly SettingsSection[] = [
  { id: 'address', fields: [{ key: 'ServerAddress', name: 'server-address', kind: 'url' }] },
  {
    id: 'worker',
    fields: [
      { key: 'WorkerUrl', name: 'worker-url', kind: 'url' },
      { key: 'WorkerValidKey', name: 'worker-valid-key', kind: 'secret' },
    ],
  },
  {
    id: 'payment',
    fields: [
      { key: 'PayAddress', name: 'pay-address', kind: 'url' },
      { key: 'EpayId', name: 'epay-id', kind: 'text' },
      { key: 'EpayKey', name: 'epay-key', kind: 'secret' },
      { key: 'CustomCallbackAddress', name: 'custom-callback', kind: 'url' },
      { key: 'Price', name: 'price', kind: 'number', min: 0, unit: 'per-dollar' },
      { key: 'MinTopUp', name: 'min-top-up', kind: 'integer', min: 1, unit: 'dollars' },
      {
        key: 'TopupGroupRatio',
        name: 'topup-group-ratio',
        kind: 'json',
        rows: 5,
        map: { kind: 'number', heads: ['group', 'ratio'] },
      },
    ],
  },
  {
    id: 'login',
    fields: [
      { key: 'PasswordLoginEnabled', name: 'password-login', kind: 'flag', confirmOff: true, isRisky: true },
      { key: 'PasswordRegisterEnabled', name: 'password-register', kind: 'flag' },
      { key: 'RegisterEnabled', name: 'register', kind: 'flag' },
      { key: 'EmailVerificationEnabled', name: 'email-verification', kind: 'flag' },
    ],
  },
  {
    id: 'email',
    fields: [
      { key: 'EmailDomainRestrictionEnabled', name: 'email-domain-restriction', kind: 'flag' },
      { key: 'EmailAliasRestrictionEnabled', name: 'email-alias-restriction', kind: 'flag' },
      { key: 'EmailDomainWhitelist', name: 'email-domain-whitelist', kind: 'list' },
    ],
  },
  {
    id: 'smtp',
    fields: [
      { key: 'SMTPServer', name: 'smtp-server', kind: 'text' },
      { key: 'SMTPPort', name: 'smtp-port', kind: 'integer', min: 1, max: 65535 },
      { key: 'SMTPSSLEnabled', name: 'smtp-ssl', kind: 'flag' },
      { key: 'SMTPAccount', name: 'smtp-account', kind: 'text' },
      { key: 'SMTPFrom', name: 'smtp-from', kind: 'text' },
      { key: 'SMTPToken', name: 'smtp-token', kind: 'secret' },
    ],
  },
  {
    id: 'oidc',
    fields: [
      { key: 'oidc.enabled', name: 'oidc-enabled', kind: 'flag' },
      { key: 'oidc.client_id', name: 'oidc-client-id', kind: 'text' },
      { key: 'oidc.client_secret', name: 'oidc-client-secret', kind: 'secret' },
      { key: 'oidc.well_known', name: 'oidc-well-known', kind: 'url' },
      { key: 'oidc.authorization_endpoint', name: 'oidc-authorization', kind: 'url' },
      { key: 'oidc.token_endpoint', name: 'oidc-token', kind: 'url' },
      { key: 'oidc.user_info_endpoint', name: 'oidc-user-info', kind: 'url' },
    ],
  },
  {
    id: 'github',
    fields: [
      { key: 'GitHubOAuthEnabled', name: 'github-oauth', kind: 'flag' },
      { key: 'GitHubClientId', name: 'github-client-id', kind: 'text' },
      { key: 'GitHubClientSecret', name: 'github-client-secret', kind: 'secret' },
    ],
  },
  {
    id: 'linuxdo',
    fields: [
      { key: 'LinuxDOOAuthEnabled', name: 'linuxdo-oauth', kind: 'flag' },
      { key: 'LinuxDOClientId', name: 'linuxdo-client-id', kind: 'text' },
      { key: 'LinuxDOClientSecret', name: 'linuxdo-client-secret', kind: 'secret' },
      { key: 'LinuxDOMinimumTrustLevel', name: 'linuxdo-trust', kind: 'integer', min: 0, max: 4 },
    ],
  },
  {
    id: 'wechat',
    fields: [
      { key: 'WeChatAuthEnabled', name: 'wechat-auth', kind: 'flag' },
      { key: 'WeChatServerAddress', name: 'wechat-server', kind: 'url' },
      { key: 'WeChatServerToken', name: 'wechat-token', kind: 'secret' },
      { key: 'WeChatAccountQRCodeImageURL', name: 'wechat-qrcode', kind: 'link' },
    ],
  },
  {
    id: 'telegram',
    fields: [
      { key: 'TelegramOAuthEnabled', name: 'telegram-oauth', kind: 'flag' },
      { key: 'TelegramBotToken', name: 'telegram-token', kind: 'secret' },
      { key: 'TelegramBotName', name: 'telegram-name', kind: 'text' },
    ],
  },
  {
    id: 'turnstile',
    fields: [
      { key: 'TurnstileCheckEnabled', name: 'turnstile-check', kind: 'flag' },
      { key: 'TurnstileSiteKey', name: 'turnstile-site-key', kind: 'text' },
      { key: 'TurnstileSecretKey', name: 'turnstile-secret-key', kind: 'secret' },
    ],
  },
];
