import { saveOption } from '@tollgate/contract';
import { expect } from 'vitest';
import { buildTestApp, type TestApp, type TestAppOptions } from './app.ts';
import { type Mailbox, type ReceivedMail, startMailbox } from './mailbox.ts';

export interface MailApp extends TestApp {
  readonly mailbox: Mailbox;
  /** Waits for a mail to an address and returns it; `index` counts from 0. */
  mailTo(address: string, index?: number): Promise<ReceivedMail>;
  /** The same, but returns the code in it. */
  codeFor(address: string, index?: number): Promise<string>;
  set(options: Record<string, string>): Promise<void>;
}

/** Builds a gateway that mails through a real mail server on this machine. */
export async function buildMailApp(options: TestAppOptions = {}): Promise<MailApp> {
  const mailbox = await startMailbox();
  const environment = { SSRF_ALLOW: '127.0.0.1/32', ...options.environment };
  const app = await buildTestApp({ ...options, environment });
  const set = async (values: Record<string, string>) => {
    const root = app.as('root'); // tests move the clock by days: each needs a new session
    for (const [key, value] of Object.entries(values)) await root.get(saveOption, { key, value });
  };
  await set({ SMTPServer: '127.0.0.1', SMTPPort: String(mailbox.port), SMTPFrom: 'gate@example.org' });

  const mailTo = async (address: string, index = 0) => {
    const found = () => mailbox.mails.filter(({ to }) => to === address);
    await expect.poll(() => found().length, { timeout: 20_000 }).toBeGreaterThan(index);
    return found()[index] as ReceivedMail;
  };
  return {
    ...app,
    mailbox,
    set,
    mailTo,
    codeFor: async (address, index) => /\b\d{8}\b/.exec((await mailTo(address, index)).text)?.[0] as string,
    async close() {
      await app.close();
      await mailbox.close();
    },
  };
}
