import { expect, test } from 'vitest';
import { startHttpProxy, startSocksProxy } from '../testing/proxies.ts';
import { sendJson, startUpstream } from '../testing/upstream.ts';
import { createOutbound } from './outbound.ts';

test('a proxy cannot lead to a private address, and its own address must be allowed', async () => {
  const upstream = await startUpstream((_, response) => sendJson(response, 200, { fine: true }));
  const port = Number(new URL(upstream.url).port);
  const [http, socks] = await Promise.all([startHttpProxy(port), startSocksProxy(port)]);
  const outbound = createOutbound({ allow: [`127.0.0.1:${http.port}`, `127.0.0.1:${socks.port}`] });
  const closed = createOutbound();
  try {
    for (const proxy of [`http://127.0.0.1:${http.port}`, `socks5://127.0.0.1:${socks.port}`]) {
      const get = (url: string, by = outbound) => by.request('channel', url, { proxy });
      expect((await get('http://models.example/v1')).json).toEqual({ fine: true });
      for (const url of [
        'http://169.254.169.254',
        'http://[::1]',
        'http://localhost',
        'http://10.1.2.3:8080',
      ])
        await expect(get(url), url).rejects.toThrow('refused to connect');
      await expect(get('http://models.example/v1', closed)).rejects.toThrow('refused to connect');
    }
    expect([...http.requests, ...socks.requests]).toEqual(['models.example:80', 'models.example:80']);
  } finally {
    await Promise.all([outbound.close(), closed.close()]);
    await Promise.all([http.close(), socks.close(), upstream.close()]);
  }
});
