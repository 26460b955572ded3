import type { EndpointId } from '../providers/provider.ts';
import type { Dialect } from './dialect.ts';
import { openaiErrors } from './openai-errors.ts';

/** Something that OpenAI's clients ask for in one form only: it is passed on, and never told otherwise. */
export function endpoint(id: EndpointId, parse: Dialect['parse']): Dialect {
  return { ...openaiErrors, id, parse };
}
