import type { Language } from '@tollgate/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../core/context.ts';
import { framePage } from './frame-page.ts';
import { escapeHtml } from './html.ts';
import { telegramScript, turnstileScript } from './widget-scripts.ts';

/**
 * Third-party widgets, each in a small page with its own policy, so that the console's policy never names
 * their origins. A page exists only while its option is on. It posts the result to the console with the nonce
 * that the console chose.
 */
export function widgetFrames(app: FastifyInstance, { options }: Context): void {
  app.get('/embed/turnstile', async (_, reply) => {
    const { TurnstileCheckEnabled: isOn, TurnstileSiteKey: siteKey } = options.current;
    if (!isOn || !siteKey) return reply.callNotFound();
    return send(reply, turnstilePolicy, turnstilePage(siteKey));
  });

  app.get<{ Querystring: { language?: string } }>('/embed/telegram', async ({ query }, reply) => {
    const { TelegramOAuthEnabled: isOn, TelegramBotName: bot } = options.current;
    if (!isOn || !bot) return reply.callNotFound();
    return send(reply, telegramPolicy, telegramPage(bot, query.language === 'en' ? 'en' : 'zh'));
  });

  for (const [name, script] of Object.entries({ turnstile: turnstileScript, telegram: telegramScript })) {
    app.get(`/embed/${name}.js`, async (_, reply) =>
      reply
        .headers({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
        .type('text/javascript; charset=utf-8')
        .send(script),
    );
  }
}

function send(reply: FastifyReply, policy: string, page: string) {
  return reply
    .headers({
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(page);
}

function turnstilePage(siteKey: string): string {
  return framePage(`<div id="widget" data-site-key="${escapeHtml(siteKey)}"></div>
<script src="/embed/turnstile.js"></script>
<script src="https://challenges.cloudflare.com/turnstile/v0/api.js?onload=onTurnstile&amp;render=explicit" async></script>`);
}

function telegramPage(bot: string, language: Language): string {
  return framePage(`<script src="/embed/telegram.js"></script>
<script src="https://telegram.org/js/telegram-widget.js?22" async data-telegram-login="${escapeHtml(bot)}"
 data-size="large" data-radius="6" data-userpic="false" data-lang="${language}" data-onauth="onTelegram(user)"></script>`);
}

const shared = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

const turnstilePolicy = [
  shared,
  "script-src 'self' https://challenges.cloudflare.com",
  'frame-src https://challenges.cloudflare.com',
  'connect-src https://challenges.cloudflare.com',
  "style-src 'unsafe-inline'",
].join('; ');

/** The widget's script compiles the text of `data-onauth` to a function, which the policy treats as eval. */
const telegramPolicy = [
  shared,
  "script-src 'self' https://telegram.org 'unsafe-eval'",
  'frame-src https://oauth.telegram.org',
  "style-src 'unsafe-inline'",
].join('; ');
