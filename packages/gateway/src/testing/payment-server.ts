import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPaymentPage } from './payment-page.ts';

/**
 * Runs the payment page for browser tests: `node payment-server.ts <merchant> <key>` prints its address.
 * Answers the form with a page to pay on; paying reports to the merchant and then redirects back to the shop.
 */
const [pid = '', key = ''] = process.argv.slice(2);
const page = createPaymentPage({ pid, key });

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://payment.invalid');
  const form =
    url.pathname === '/submit.php' ? await readForm(request) : Object.fromEntries(url.searchParams);
  if (url.pathname === '/submit.php') {
    const fields = new URLSearchParams(form).toString().replaceAll('&', '&amp;');
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      `<!doctype html><title>Payment</title><link rel="icon" href="data:,"><h1>${form.money}</h1><a href="/paid?${fields}">Pay</a>`,
    );
    return;
  }
  if (url.pathname !== '/paid') return void response.writeHead(404).end();
  const report = new URLSearchParams(page.pay(form));
  const answer = await fetch(`${form.notify_url}?${report}`);
  const text = await answer.text();
  if (text !== 'success') return void response.writeHead(502).end(text);
  response.writeHead(302, { location: `${form.return_url}?${report}` }).end();
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});

async function readForm(request: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
}
