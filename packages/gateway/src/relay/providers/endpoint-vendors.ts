import { type EndpointPaths, openaiEndpoints } from './openai-endpoints.ts';
import type { Provider } from './provider.ts';

/** Vendors that do not chat, by channel type. */
export const endpointVendors: ReadonlyMap<number, Provider> = new Map([
  row(38, 'jina', 'Jina', 'https://api.jina.ai', { rerank: '/v1/rerank', embeddings: '/v1/embeddings' }),
  row(44, 'mokaai', 'MokaAI', 'https://api.moka.ai', { embeddings: '/embeddings' }),
]);

function row(
  type: number,
  id: string,
  label: string,
  defaultBaseUrl: string,
  paths: EndpointPaths,
): [number, Provider] {
  const others = openaiEndpoints(paths, ({ baseUrl, key }, path) => ({
    url: baseUrl + path,
    headers: { authorization: `Bearer ${key}` },
  }));
  return [type, { id, label, defaultBaseUrl, others }];
}
