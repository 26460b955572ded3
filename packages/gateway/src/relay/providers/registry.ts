import { anthropic } from './anthropic.ts';
import { baidu } from './baidu.ts';
import { bedrock } from './bedrock.ts';
import { dify } from './dify.ts';
import { endpointVendors } from './endpoint-vendors.ts';
import { gemini } from './gemini.ts';
import { openaiFamily } from './openai-family.ts';
import { palm } from './palm.ts';
import type { Provider } from './provider.ts';
import { spark } from './spark.ts';
import { tencent } from './tencent.ts';
import { vertex } from './vertex.ts';
import { zhipu } from './zhipu.ts';

/** The provider of each channel type of new-api. Other types cannot be served. */
export const providers: ReadonlyMap<number, Provider> = new Map([
  ...openaiFamily,
  ...endpointVendors,
  [11, palm],
  [14, anthropic],
  [15, baidu],
  [16, zhipu],
  [18, spark],
  [23, tencent],
  [24, gemini],
  [33, bedrock],
  [37, dify],
  [41, vertex],
]);
