import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/**
 * What a server of this API can do beyond new-api, which has no such list: changes of single fields, lists as pages
 * with a total, and options that are saved together. The console does without where it is missing.
 */
export const serverCapabilities = ['partial-updates', 'pages', 'option-batch'] as const;
export type ServerCapability = (typeof serverCapabilities)[number];

/** Dollars first: the console shows them by default. */
export const displayCurrencies = [
  ...(['USD', 'CNY', 'EUR', 'GBP', 'JPY', 'KRW', 'HKD', 'TWD', 'SGD', 'INR', 'IDR', 'VND'] as const),
  ...(['THB', 'AUD', 'CAD', 'CHF', 'BRL', 'TRY', 'RUB'] as const),
] as const;

/** What every visitor may know about this gateway. Field names are those of new-api. */
export const siteStatus = z.object({
  version: z.string(),
  start_time: z.int(),
  setup: z.boolean(),
  capabilities: z._default(z.array(z.string()), []),
  system_name: z.string(),
  logo: z.string(),
  footer_html: z.string(),
  docs_link: z.string(),
  server_address: z.string(),
  top_up_link: z.string(),
  price: z.number(),
  min_topup: z.number(),
  enable_online_topup: z.boolean(),
  quota_per_unit: z.number(),
  /** The balance below which users without a threshold of their own are warned, in quota units. 0: never. */
  quota_remind_threshold: z.optional(z.int()),
  display_in_currency: z.boolean(),
  /** The currency in which dollars are shown, as in ISO 4217, and how much of it one dollar is. */
  display_currency: z._default(z.string(), 'USD'),
  display_currency_rate: z._default(z.number(), 1),
  default_collapse_sidebar: z.boolean(),
  data_export_default_time: z.string(),
  /** Minutes between refreshes of the dashboard. */
  data_export_interval: z.optional(z.int()),
  enable_drawing: z.boolean(),
  enable_task: z.boolean(),
  enable_data_export: z.boolean(),
  enable_batch_update: z.boolean(),
  mj_notify_enabled: z.boolean(),
  chats: z.array(z.record(z.string(), z.string())),
  /** The first two chat links, for pages without a chat list. */
  chat_link: z._default(z.string(), ''),
  chat_link2: z._default(z.string(), ''),
  status_page_enabled: z._default(z.boolean(), false),
  demo_site_enabled: z.boolean(),
  self_use_mode_enabled: z.boolean(),
  /** Password login and open registration, so that the pages can say why a form is missing. */
  password_login: z.boolean(),
  register_enabled: z.boolean(),
  email_verification: z.boolean(),
  /** The site can send mail, such as links for new passwords. */
  mail_enabled: z._default(z.boolean(), true),
  github_oauth: z.boolean(),
  github_client_id: z.string(),
  linuxdo_oauth: z.boolean(),
  linuxdo_client_id: z.string(),
  oidc_enabled: z.boolean(),
  oidc_client_id: z.string(),
  oidc_authorization_endpoint: z.string(),
  telegram_oauth: z.boolean(),
  telegram_bot_name: z.string(),
  wechat_login: z.boolean(),
  wechat_qrcode: z.string(),
  turnstile_check: z.boolean(),
  turnstile_site_key: z.string(),
});
export type SiteStatus = z.output<typeof siteStatus>;

/** Returns `v1.2.3`, also when the server already includes the letter. */
export function versionLabel(version: string): string {
  return /^v/i.test(version) ? version : `v${version}`;
}

export const getStatus = endpoint({
  address: 'GET /api/status',
  summary: 'Branding, modes and switches of this gateway.',
  access: 'public',
  input: z.object({}),
  output: siteStatus,
});

export const testStatus = endpoint({
  address: 'GET /api/status/test',
  summary: 'Tells whether the server and its database answer.',
  access: 'admin',
  answer: 'spread',
  input: z.object({}),
  output: z.object({ message: z.string() }),
});

const content = (
  name: string,
  address: 'GET /api/notice' | 'GET /api/about' | 'GET /api/home_page_content',
) =>
  endpoint({
    address,
    summary: `The ${name} text: Markdown, HTML or a URL.`,
    access: 'public',
    input: z.object({}),
    output: z.string(),
  });

export const getNotice = content('notice', 'GET /api/notice');
export const getAbout = content('about page', 'GET /api/about');
export const getHomePageContent = content('home page', 'GET /api/home_page_content');
