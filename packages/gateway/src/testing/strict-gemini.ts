import * as z from 'zod/mini';
import { faultOf, type Planned, strictProvider } from './strict-providers.ts';
import type { ReceivedCall, Script } from './upstream.ts';

/** Gemini's `generateContent`: https://ai.google.dev/api/generate-content */
export function strictGemini(plan: (call: ReceivedCall) => Planned): Script {
  return strictProvider(check, plan, answer);
}

const blob = z.strictObject({
  mimeType: z.string(),
  // JSON of protocol buffers has either alphabet.
  data: z.string().check(z.regex(/^[\w+/-]*={0,2}$/)),
});
const name = z.string().check(z.regex(/^[a-zA-Z_][\w.:-]{0,63}$/));
const struct = z.record(z.string(), z.unknown());
const signature = z.optional(z.string());
const part = z.union([
  z.strictObject({ text: z.string(), thought: z.optional(z.boolean()), thoughtSignature: signature }),
  z.strictObject({ inlineData: blob }),
  z.strictObject({ fileData: z.strictObject({ mimeType: z.string(), fileUri: z.string() }) }),
  z.strictObject({
    functionCall: z.strictObject({ id: z.optional(z.string()), name, args: struct }),
    thoughtSignature: signature,
  }),
  z.strictObject({
    functionResponse: z.strictObject({
      id: z.optional(z.string()),
      name,
      response: struct,
      parts: z.optional(z.array(z.strictObject({ inlineData: blob }))),
    }),
  }),
]);
const parts = z.array(part).check(z.minLength(1));
const body = z.strictObject({
  contents: z.array(z.strictObject({ role: z.enum(['user', 'model']), parts })).check(z.minLength(1)),
  systemInstruction: z.optional(z.strictObject({ role: z.optional(z.string()), parts })),
  tools: z.optional(
    z.array(
      z.strictObject({
        functionDeclarations: z.array(
          z.strictObject({
            name,
            description: z.optional(z.string()),
            parameters: z.optional(struct),
            parametersJsonSchema: z.optional(struct),
          }),
        ),
      }),
    ),
  ),
  toolConfig: z.optional(struct),
  generationConfig: z.optional(
    z.strictObject({
      maxOutputTokens: z.optional(z.int()),
      temperature: z.optional(z.number()),
      topP: z.optional(z.number()),
      topK: z.optional(z.number()),
      responseMimeType: z.optional(z.enum(['text/plain', 'application/json'])),
      responseJsonSchema: z.optional(struct),
      thinkingConfig: z.optional(struct),
      stopSequences: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(5))),
    }),
  ),
  safetySettings: z.optional(z.array(struct)),
});

type Turn = z.output<typeof body>['contents'][number];

function check({ json, path }: ReceivedCall): string | undefined {
  const fault = faultOf(body, json);
  if (fault) return fault;
  const { contents } = json as unknown as z.output<typeof body>;
  const isThree = path.includes('gemini-3');
  for (const [at, turn] of contents.entries()) {
    const before = contents[at - 1];
    if (turn.role === before?.role) return 'Please ensure that roles alternate.';
    const wrong = turn.role === 'user' ? checkResults(turn, before) : checkCalls(turn, isThree);
    if (wrong) return wrong;
  }
  if (!isThree && JSON.stringify(contents).includes('"parts":[{"inlineData"') && hasNested(contents))
    return 'Multimodal function responses are not supported by this model.';
  return undefined;
}

function hasNested(contents: Turn[]): boolean {
  return responsesOf(contents.flatMap((turn) => turn.parts)).some((response) => response.parts);
}

function checkCalls({ parts: list }: Turn, isThree: boolean): string | undefined {
  const calls = list.filter((each) => 'functionCall' in each);
  const [first] = calls;
  if (!isThree || !first || first.thoughtSignature) return undefined;
  return `Function call is missing a thought_signature in functionCall parts: ${first.functionCall.name}.`;
}

function checkResults({ parts: list }: Turn, before: Turn | undefined): string | undefined {
  const calls = (before?.parts ?? []).flatMap((each) => ('functionCall' in each ? [each.functionCall] : []));
  const results = responsesOf(list);
  const isMatched = calls.every((call, at) => results[at]?.name === call.name && results[at]?.id === call.id);
  if (isMatched && calls.length === results.length) return undefined;
  return 'Please ensure that the number of function response parts is equal to that of function call parts.';
}

function responsesOf(list: Turn['parts']) {
  return list.flatMap((each) => ('functionResponse' in each ? [each.functionResponse] : []));
}

function answer({ thought, text, calls = [] }: Planned) {
  const written = [
    ...(thought ? [{ text: thought, thought: true }] : []),
    ...(text ? [{ text }] : []),
    ...calls.map((functionCall, at) => ({ functionCall, ...(at === 0 && { thoughtSignature: 'c2ln' }) })),
  ];
  const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 };
  const piece = (list: unknown[], rest: object = {}) => ({
    candidates: [{ content: { role: 'model', parts: list }, index: 0, ...rest }],
    usageMetadata,
    modelVersion: 'gemini',
    responseId: 'r1',
  });
  const end = { finishReason: 'STOP' };
  const events = [...written.map((each) => piece([each])), piece([{ text: '' }], end)];
  return { whole: piece(written, end), events: events.map((each) => `data: ${JSON.stringify(each)}\n\n`) };
}
