import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

export interface MailServer {
  port: number;
  /** Whole mails as received, with decoded text parts. */
  mails: string[];
  stop(): Promise<void>;
}

/** Accepts every mail on a free port of this machine: enough of SMTP for one simple client. */
export async function startMailServer(): Promise<MailServer> {
  const mails: string[] = [];
  const server = createServer((socket) => converse(socket, mails));
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function converse(socket: Socket, mails: string[]): void {
  let unread = '';
  let mail: string[] | undefined;
  socket.on('error', () => {});
  socket.write('220 ready\r\n');
  socket.on('data', (chunk) => {
    const lines = (unread + chunk.toString('latin1')).split('\r\n');
    unread = lines.pop() ?? '';
    for (const line of lines) readLine(line);
  });

  function readLine(line: string): void {
    if (mail && line !== '.') return void mail.push(line.replace(/^\./, ''));
    if (mail) {
      mails.push(readable(mail.join('\r\n')));
      mail = undefined;
    } else if (line === 'DATA') {
      mail = [];
      return void socket.write('354 go on\r\n');
    } else if (line === 'QUIT') return void socket.end('221 bye\r\n');
    socket.write('250 fine\r\n');
  }
}

/** Decodes folded lines and encoded letters of a mail. */
function readable(mail: string): string {
  const unwrapped = mail
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return unwrapped.replace(/(?:^[A-Za-z0-9+/]{60,76}\r\n)*^[A-Za-z0-9+/]{4,76}={0,2}$/gm, (block) =>
    Buffer.from(block, 'base64').toString('utf8'),
  );
}
