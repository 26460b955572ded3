import {
  type DialectResponse,
  DOT,
  data,
  pieces,
  RESULT,
  type Responder,
  type Scene,
  usage,
  wordsOf,
} from './scene.ts';

interface Part {
  functionCall?: { name: string };
  functionResponse?: { name: string; response: unknown };
  inlineData?: { mimeType: string; data: string };
}
interface Body {
  contents: { role: string; parts: Part[] }[];
  tools?: { functionDeclarations?: { name: string }[] }[];
  generationConfig?: { responseMimeType?: string; responseSchema?: object; responseJsonSchema?: object };
}

/** https://ai.google.dev/api/generate-content */
export const respondAsGemini: Responder = ({ json }): DialectResponse => {
  const body = json as unknown as Body;
  const names = (body.tools ?? []).flatMap(({ functionDeclarations = [] }) => functionDeclarations);
  const words = wordsOf(
    sceneOf(body, names.length > 0),
    names.map(({ name }) => name),
  );
  const parts =
    'tool' in words
      ? [{ functionCall: { name: words.tool, args: words.input } }]
      : pieces(words.text).map((text) => ({ text }));
  const usageMetadata = {
    promptTokenCount: usage.input,
    candidatesTokenCount: usage.output,
    totalTokenCount: usage.input + usage.output,
  };
  const chunk = (some: object[], finishReason?: string) => ({
    candidates: [
      { content: { role: 'model', parts: some }, index: 0, ...(finishReason && { finishReason }) },
    ],
    usageMetadata,
    modelVersion: 'm',
    responseId: 'r1',
  });
  const whole = 'tool' in words ? parts : [{ text: words.text }];
  return {
    whole: chunk(whole, 'STOP'),
    frames: parts.map((part, index) => data(chunk([part], index === parts.length - 1 ? 'STOP' : undefined))),
  };
};

function sceneOf({ contents, generationConfig }: Body, hasTools: boolean): Scene {
  const parts = contents.flatMap((content) => content.parts);
  const call = parts.find(({ functionCall }) => functionCall)?.functionCall;
  const result = parts.find(({ functionResponse }) => functionResponse)?.functionResponse;
  if (call && result?.name === call.name && JSON.stringify(result.response).includes(RESULT))
    return 'results';
  if (hasTools) return 'tools';
  const { responseMimeType, responseSchema, responseJsonSchema } = generationConfig ?? {};
  if (responseMimeType === 'application/json' && (responseSchema ?? responseJsonSchema)) return 'schema';
  const seen = parts.some(
    ({ inlineData }) => inlineData?.mimeType === 'image/png' && inlineData.data === DOT,
  );
  return seen ? 'picture' : 'text';
}
