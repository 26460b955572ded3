import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string;
  /** Whether it arrived over TLS. */
  secure: boolean;
  /** The account that sent it. */
  account: string | undefined;
  subject: string;
  text: string;
}

export interface Mailbox {
  readonly port: number;
  readonly mails: ReceivedMail[];
  /** Refuses the next mails with a temporary failure. */
  failNext(count: number): void;
  close(): Promise<void>;
}

/** Starts a mail server on a free port, which stores its mails. Without TLS unless options say so. */
export async function startMailbox(options: SMTPServerOptions = {}): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  let failures = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      password === 'right' ? done(null, { user: username }) : done(new Error('wrong')),
    onData(stream, { envelope, secure, user }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (failures > 0) {
          failures -= 1;
          return done(Object.assign(new Error('try later'), { responseCode: 451 }));
        }
        const { subject, text } = readMail(Buffer.concat(chunks).toString('latin1'));
        const to = envelope.rcptTo.map(({ address }) => address).join();
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        mails.push({ from, to, secure, account: user as string | undefined, subject, text });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {}); // some tests close the connection in the middle
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return {
    port: (server.server.address() as { port: number }).port,
    mails,
    failNext(count) {
      failures = count;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function readMail(raw: string): { subject: string; text: string } {
  const subject = /^Subject: ((?:.*)(?:\r\n[ \t].*)*)/im.exec(raw)?.[1] ?? '';
  const part = /Content-Type: text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/i.exec(raw) ?? [];
  return {
    subject: readWords(subject.replace(/\r\n[ \t]/g, ' ')),
    text: readBody(part[0] ?? '', part[1] ?? ''),
  };
}

function readBody(headed: string, body: string): string {
  if (/Content-Transfer-Encoding: base64/i.test(headed)) return Buffer.from(body, 'base64').toString('utf8');
  if (!/quoted-printable/i.test(headed)) return body;
  return readQuoted(body.replace(/=\r\n/g, ''));
}

/** Decodes `=?UTF-8?B?...?=` and `=?UTF-8?Q?...?=`, several in a row. */
function readWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : readQuoted(word.replaceAll('_', ' ')),
    );
}

function readQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
