import { type Script, sendEvents, sendJson } from '../upstream.ts';
import { respondAsClaude } from './claude.ts';
import { respondAsGemini } from './gemini.ts';
import { respondAsOpenAi } from './openai.ts';
import { respondAsResponses } from './responses.ts';

/** A provider of all four dialects, each at its own address, plain or streamed as requested. */
export const respondInDialect: Script = async (call, response) => {
  const responders = [
    { at: /\/chat\/completions$/, speak: respondAsOpenAi },
    { at: /\/responses$/, speak: respondAsResponses },
    { at: /\/messages$/, speak: respondAsClaude },
    { at: /:(stream)?generateContent/i, speak: respondAsGemini },
  ].find(({ at }) => at.test(call.path))?.speak;
  if (!responders) return sendJson(response, 404, { error: { message: `no responder for ${call.path}` } });
  const { whole, frames } = responders(call);
  if (call.json.stream === true || call.path.includes(':streamGenerateContent'))
    return sendEvents(frames)(call, response);
  sendJson(response, 200, whole);
};
