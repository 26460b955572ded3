import type { EndpointId } from '../providers/provider.ts';
import type { Dialect } from './dialect.ts';
import { openaiErrors } from './openai-errors.ts';

/** Creates the dialect of an OpenAI endpoint with one format only, which is never translated. */
export function endpoint(id: EndpointId, parse: Dialect['parse']): Dialect {
  return { ...openaiErrors, id, parse };
}
