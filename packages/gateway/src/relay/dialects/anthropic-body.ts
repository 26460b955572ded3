import * as z from 'zod/mini';

const format = z.nullish(z.object({ type: z.literal('json_schema'), schema: z.unknown() }));

/** The parts of a messages request that other vendors support. */
export const messagesBody = z.object({
  messages: z.array(
    z.object({
      role: z.enum(['user', 'assistant', 'system']),
      content: z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]),
    }),
  ),
  system: z.nullish(z.union([z.string(), z.array(z.object({ type: z.literal('text'), text: z.string() }))])),
  max_tokens: z.int(),
  tools: z.nullish(
    z.array(
      z.looseObject({
        type: z.nullish(z.string()),
        name: z.optional(z.string()),
        description: z.nullish(z.string()),
        input_schema: z.optional(z.unknown()),
        strict: z.nullish(z.boolean()),
      }),
    ),
  ),
  tool_choice: z.nullish(
    z.object({
      type: z.enum(['auto', 'any', 'tool', 'none']),
      name: z.nullish(z.string()),
      disable_parallel_tool_use: z.nullish(z.boolean()),
    }),
  ),
  thinking: z.nullish(
    z.object({
      type: z.enum(['enabled', 'disabled', 'adaptive', 'between_tools']),
      budget_tokens: z.nullish(z.int()),
    }),
  ),
  output_config: z.nullish(
    z.object({ effort: z.nullish(z.enum(['low', 'medium', 'high', 'xhigh', 'max'])), format }),
  ),
  output_format: format,
  stop_sequences: z.nullish(z.array(z.string())),
  temperature: z.nullish(z.number()),
  top_p: z.nullish(z.number()),
  top_k: z.nullish(z.int()),
  metadata: z.nullish(z.object({ user_id: z.nullish(z.string()) })),
});
