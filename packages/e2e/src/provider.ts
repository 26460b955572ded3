import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Provider {
  /** Base URL for a channel. */
  url: string;
  usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number };
  calls: { path: string; authorization: string; body: Record<string, unknown> }[];
  stop(): Promise<void>;
}

/**
 * An OpenAI-compatible provider on this machine that answers "Hello from the provider" and reports fixed usage.
 * The key `wrong` is refused.
 */
export async function startProvider(): Promise<Provider> {
  const usage = { prompt_tokens: 120, completion_tokens: 80, total_tokens: 200 };
  const calls: Provider['calls'] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>;
    calls.push({ path: request.url ?? '', authorization: request.headers.authorization ?? '', body });
    if (request.headers.authorization === 'Bearer wrong') {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end('{"error":{"message":"Incorrect API key provided","code":"invalid_api_key"}}');
      return;
    }
    const base = { id: 'chatcmpl-1', created: 1_760_000_000, model: body.model };
    const words = ['Hello', ' from', ' the', ' provider'];
    if (body.stream !== true) {
      const choices = [
        { index: 0, message: { role: 'assistant', content: words.join('') }, finish_reason: 'stop' },
      ];
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ...base, object: 'chat.completion', choices, usage }));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (data: object) =>
      response.write(`data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', ...data })}\n\n`);
    for (const content of words) {
      send({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
    const options = body.stream_options as { include_usage?: boolean } | undefined;
    if (options?.include_usage) send({ choices: [], usage });
    response.end('data: [DONE]\n\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    usage,
    calls,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
