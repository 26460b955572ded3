import { type EndpointPaths, openaiEndpoints } from './openai-endpoints.ts';
import type { Provider } from './provider.ts';

/** Vendors that do not chat, by channel type. */
export const endpointVendors: ReadonlyMap<number, Provider> = new Map([
  // Jina
  row(38, { rerank: '/v1/rerank', embeddings: '/v1/embeddings' }),
  // MokaAI
  row(44, { embeddings: '/embeddings' }),
]);

function row(type: number, paths: EndpointPaths): [number, Provider] {
  const others = openaiEndpoints(paths, ({ baseUrl, key }, path) => ({
    url: baseUrl + path,
    headers: { authorization: `Bearer ${key}` },
  }));
  return [type, { others }];
}
