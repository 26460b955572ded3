import * as z from 'zod/mini';

const blob = z.object({ mimeType: z.string(), data: z.string() });

/** One part of a turn. */
export const contentPart = z.looseObject({
  text: z.optional(z.string()),
  thought: z.optional(z.boolean()),
  thoughtSignature: z.optional(z.string()),
  inlineData: z.optional(blob),
  fileData: z.optional(z.object({ mimeType: z.optional(z.string()), fileUri: z.string() })),
  functionCall: z.optional(
    z.object({ id: z.optional(z.string()), name: z.string(), args: z.optional(z.unknown()) }),
  ),
  functionResponse: z.optional(
    z.object({
      id: z.optional(z.string()),
      name: z.string(),
      response: z.optional(z.unknown()),
      parts: z.optional(z.array(z.object({ inlineData: z.optional(blob) }))),
    }),
  ),
});

export const contentBody = z.object({
  role: z.optional(z.enum(['user', 'model', 'function', 'system'])),
  parts: z._default(z.array(contentPart), []),
});

/** The parts of a request that other vendors support. Other tools are Google's own. */
export const contentsBody = z.object({
  contents: z.array(contentBody),
  systemInstruction: z.optional(z.union([contentBody, z.string()])),
  tools: z.optional(
    z.array(
      z.looseObject({
        functionDeclarations: z.optional(
          z.array(
            z.object({
              name: z.string(),
              description: z.optional(z.string()),
              parameters: z.optional(z.unknown()),
              parametersJsonSchema: z.optional(z.unknown()),
            }),
          ),
        ),
      }),
    ),
  ),
  toolConfig: z.optional(
    z.object({
      functionCallingConfig: z.optional(
        z.object({ mode: z.optional(z.string()), allowedFunctionNames: z.optional(z.array(z.string())) }),
      ),
    }),
  ),
  generationConfig: z.optional(
    z.object({
      temperature: z.nullish(z.number()),
      topP: z.nullish(z.number()),
      topK: z.nullish(z.number()),
      maxOutputTokens: z.nullish(z.int()),
      stopSequences: z.nullish(z.array(z.string())),
      presencePenalty: z.nullish(z.number()),
      frequencyPenalty: z.nullish(z.number()),
      seed: z.nullish(z.int()),
      responseMimeType: z.nullish(z.string()),
      responseSchema: z.optional(z.unknown()),
      responseJsonSchema: z.optional(z.unknown()),
      responseModalities: z.nullish(z.array(z.string())),
      responseLogprobs: z.nullish(z.boolean()),
      thinkingConfig: z.nullish(
        z.object({ thinkingBudget: z.nullish(z.int()), thinkingLevel: z.nullish(z.string()) }),
      ),
    }),
  ),
});
