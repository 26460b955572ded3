import { type Script, sendEvents, sendJson } from '../upstream.ts';
import { speakClaude } from './claude.ts';
import { speakGemini } from './gemini.ts';
import { speakOpenAi } from './openai.ts';
import { speakResponses } from './responses.ts';

/** A provider of all four dialects, each at its own address, plain or streamed as requested. */
export const fluently: Script = async (call, response) => {
  const speak = [
    { at: /\/chat\/completions$/, speak: speakOpenAi },
    { at: /\/responses$/, speak: speakResponses },
    { at: /\/messages$/, speak: speakClaude },
    { at: /:(stream)?generateContent/i, speak: speakGemini },
  ].find(({ at }) => at.test(call.path))?.speak;
  if (!speak) return sendJson(response, 404, { error: { message: `nobody speaks at ${call.path}` } });
  const { whole, frames } = speak(call);
  if (call.json.stream === true || call.path.includes(':streamGenerateContent'))
    return sendEvents(frames)(call, response);
  sendJson(response, 200, whole);
};
