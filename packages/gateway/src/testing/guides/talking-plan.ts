import type { Planned } from '../strict-providers.ts';
import type { ReceivedCall } from '../upstream.ts';
import { listOfferedTools } from './offered-tools.ts';
import { hasResult } from './tool-results.ts';

type Json = Record<string, unknown>;

export const HELLO = 'Hello from the model.';
export const FORECAST = 'It is sunny in Bern.';
const CITY = { name: 'Bern', country: 'Switzerland' };

/** Plans what the model does with the program of a guide: it greets, calls tools, and keeps to schemas. */
export function planToTalk({ json }: ReceivedCall): Planned {
  const [tool] = listOfferedTools(json);
  if (hasResult(JSON.stringify(json))) return { text: FORECAST };
  // Clients that know no schemas for answers force the call of a tool that has the schema.
  if (tool) return { calls: [{ name: tool.name, args: argumentsOf(tool.schema) }] };
  return { text: hasSchema(json) ? JSON.stringify(CITY) : HELLO };
}

function argumentsOf(schema: Json = {}): object {
  return 'city' in ((schema.properties ?? {}) as Json) ? { city: 'Bern' } : CITY;
}

function hasSchema({ response_format, text, output_config, generationConfig }: Json): boolean {
  const format = (response_format ??
    (text as Json | undefined)?.format ??
    (output_config as Json | undefined)?.format) as Json | undefined;
  const config = (generationConfig ?? {}) as Json;
  return (
    /^json_(schema|object)$/.test(String(format?.type)) ||
    Boolean(config.responseJsonSchema ?? config.responseSchema)
  );
}
