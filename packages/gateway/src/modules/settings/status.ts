import { type getStatus, type Output, serverCapabilities, type testStatus } from '@tollgate/contract';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { canSendMail } from '../../mail/transport.ts';
import * as setups from '../identity/repository/setups.ts';
import { startedAt, version } from './version.ts';

/** Returns what every visitor may know: branding, modes and the ways to sign in. Contains no secret. */
export async function get(ctx: Context): Promise<Output<typeof getStatus>> {
  const { current } = ctx.options;
  return {
    version,
    start_time: startedAt,
    setup: await setups.isDone(ctx.db),
    capabilities: [...serverCapabilities],
    ...branding(ctx),
    ...signIn(ctx),
    price: current.Price,
    min_topup: current.MinTopUp,
    enable_online_topup: [current.PayAddress, current.EpayId, current.EpayKey].every((text) => text !== ''),
    quota_per_unit: current.QuotaPerUnit,
    quota_remind_threshold: current.QuotaRemindThreshold,
    display_in_currency: current.DisplayInCurrencyEnabled,
    display_currency: current.DisplayCurrency,
    display_currency_rate: current.DisplayCurrency === 'USD' ? 1 : current.DisplayCurrencyRate,
    default_collapse_sidebar: current.DefaultCollapseSidebar,
    data_export_default_time: current.DataExportDefaultTime,
    data_export_interval: current.DataExportInterval,
    enable_drawing: current.DrawingEnabled,
    enable_task: current.TaskEnabled,
    enable_data_export: current.DataExportEnabled,
    enable_batch_update: false,
    mj_notify_enabled: current.MjNotifyEnabled,
    chats: current.Chats,
    chat_link: linkOf(current.Chats[0]),
    chat_link2: linkOf(current.Chats[1]),
    status_page_enabled: current.StatusPageEnabled,
    demo_site_enabled: current.DemoSiteEnabled,
    self_use_mode_enabled: current.SelfUseModeEnabled,
  };
}

/** Runs a small query. @throws {AppError} `busy` when the database does not answer */
export async function test(ctx: Context): Promise<Output<typeof testStatus>> {
  try {
    await setups.isDone(ctx.db);
  } catch (cause) {
    throw new AppError('busy', {}, { cause });
  }
  return { message: 'Server is running' };
}

function linkOf(chat: Record<string, string> | undefined): string {
  return Object.values(chat ?? {})[0] ?? '';
}

function branding({ options: { current } }: Context) {
  return {
    system_name: current.SystemName,
    logo: current.Logo,
    footer_html: current.Footer,
    docs_link: current['general_setting.docs_link'],
    server_address: current.ServerAddress,
    top_up_link: current.TopUpLink,
  };
}

function signIn(ctx: Context) {
  const { current } = ctx.options;
  return {
    password_login: current.PasswordLoginEnabled,
    register_enabled: current.RegisterEnabled && !current.SelfUseModeEnabled,
    email_verification: current.EmailVerificationEnabled,
    mail_enabled: canSendMail(ctx),
    github_oauth: current.GitHubOAuthEnabled,
    github_client_id: current.GitHubClientId,
    linuxdo_oauth: current.LinuxDOOAuthEnabled,
    linuxdo_client_id: current.LinuxDOClientId,
    oidc_enabled: current['oidc.enabled'],
    oidc_client_id: current['oidc.client_id'],
    oidc_authorization_endpoint: current['oidc.authorization_endpoint'],
    telegram_oauth: current.TelegramOAuthEnabled,
    telegram_bot_name: current.TelegramBotName,
    wechat_login: current.WeChatAuthEnabled,
    wechat_qrcode: current.WeChatAccountQRCodeImageURL,
    turnstile_check: current.TurnstileCheckEnabled,
    turnstile_site_key: current.TurnstileSiteKey,
  };
}
