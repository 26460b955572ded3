import type { Context } from '../core/context.ts';
import { isPublicAddress } from '../net/addresses.ts';
import type { RenderedMail } from './render.ts';

/** True when the options name a mail server and a sender. */
export function canSendMail({ options: { current } }: Context): boolean {
  return current.SMTPServer !== '' && senderOf(current) !== '';
}

/**
 * Sends one mail to the mail server. The connection passes the SSRF guard and TLS is verified. On the public
 * Internet no mail is sent without TLS, whatever the server offers.
 *
 * @throws {Error} of the connection, of TLS or of the server's refusal; never with the password in it
 */
export async function sendOverSmtp(ctx: Context, to: string, mail: RenderedMail): Promise<void> {
  const { current } = ctx.options;
  const { SMTPServer: host, SMTPPort: port, SMTPAccount: user, SMTPToken: pass } = current;
  const { createTransport } = await import('nodemailer'); // many installations send no mail
  const transport = createTransport({
    host,
    port,
    secure: port === IMPLICIT_TLS_PORT || current.SMTPSSLEnabled,
    ...(pass !== '' && { auth: { user, pass } }),
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket(_: unknown, done: (error: Error | null, socket?: object) => void) {
      ctx.outbound.connect('mail', host, port).then((connection) => {
        done(null, { connection, requireTLS: isPublicAddress(connection.remoteAddress ?? '') });
      }, done);
    },
  });
  try {
    await transport.sendMail({ from: { name: current.SystemName, address: senderOf(current) }, to, ...mail });
  } finally {
    transport.close();
  }
}

function senderOf({ SMTPFrom, SMTPAccount }: Context['options']['current']): string {
  return SMTPFrom || SMTPAccount;
}

const IMPLICIT_TLS_PORT = 465;
const SMTP_TIMEOUT_MS = 15_000;
