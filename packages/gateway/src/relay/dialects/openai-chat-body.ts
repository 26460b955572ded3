import * as z from 'zod/mini';

/** The parts of a chat completion request that other vendors support. */
export const contentPart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z._default(z.string(), '') }),
  z.object({ type: z.literal('refusal'), refusal: z._default(z.string(), '') }),
  z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string() }) }),
  z.object({
    type: z.literal('input_audio'),
    input_audio: z.object({ data: z.string(), format: z.string() }),
  }),
  z.object({
    type: z.literal('file'),
    file: z.object({ file_data: z.nullish(z.string()), filename: z.nullish(z.string()) }),
  }),
]);

export const chatMessage = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: z.nullish(z.union([z.string(), z.array(contentPart)])),
  tool_call_id: z.nullish(z.string()),
  tool_calls: z.nullish(
    z.array(
      z.object({
        id: z.string(),
        function: z.object({ name: z.string(), arguments: z.string() }),
        extra_content: z.nullish(
          z.object({ google: z.nullish(z.object({ thought_signature: z.nullish(z.string()) })) }),
        ),
      }),
    ),
  ),
});

const named = z.object({ function: z.object({ name: z.string() }) });

export const chatBody = z.object({
  messages: z.array(chatMessage),
  tools: z.nullish(
    z.array(
      z.object({
        function: z.object({
          name: z.string(),
          description: z.nullish(z.string()),
          parameters: z.optional(z.unknown()),
        }),
      }),
    ),
  ),
  tool_choice: z.nullish(z.union([z.enum(['auto', 'none', 'required']), named])),
  parallel_tool_calls: z.nullish(z.boolean()),
  stop: z.nullish(z.union([z.string(), z.array(z.string())])),
  max_tokens: z.nullish(z.int()),
  max_completion_tokens: z.nullish(z.int()),
  temperature: z.nullish(z.number()),
  top_p: z.nullish(z.number()),
  top_k: z.nullish(z.int()),
  presence_penalty: z.nullish(z.number()),
  frequency_penalty: z.nullish(z.number()),
  seed: z.nullish(z.int()),
  reasoning_effort: z.nullish(z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh'])),
  response_format: z.nullish(
    z.object({
      type: z.string(),
      json_schema: z.nullish(z.object({ name: z.optional(z.string()), schema: z.optional(z.unknown()) })),
    }),
  ),
  user: z.nullish(z.string()),
});
