import * as z from 'zod/mini';
import { EFFORTS } from '../../core/chat.ts';

/** The parts of a responses request that other vendors support. */
export const responsesBody = z.object({
  input: z.union([z.string(), z.array(z.looseObject({ type: z.nullish(z.string()) }))]),
  instructions: z.nullish(z.string()),
  max_output_tokens: z.nullish(z.int()),
  tools: z.nullish(
    z.array(
      z.object({
        type: z.string(),
        name: z.nullish(z.string()),
        description: z.nullish(z.string()),
        parameters: z.optional(z.unknown()),
        strict: z.nullish(z.boolean()),
      }),
    ),
  ),
  tool_choice: z.nullish(
    z.union([
      z.enum(['auto', 'none', 'required']),
      z.object({ type: z.string(), name: z.optional(z.string()) }),
    ]),
  ),
  parallel_tool_calls: z.nullish(z.boolean()),
  temperature: z.nullish(z.number()),
  top_p: z.nullish(z.number()),
  reasoning: z.nullish(z.object({ effort: z.nullish(z.enum(EFFORTS)) })),
  text: z.nullish(
    z.object({
      format: z.nullish(
        z.object({
          type: z.enum(['text', 'json_object', 'json_schema']),
          name: z.optional(z.string()),
          schema: z.optional(z.unknown()),
          strict: z.nullish(z.boolean()),
        }),
      ),
    }),
  ),
  user: z.nullish(z.string()),
});

/** One part of a message. */
export const messagePart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('input_text'), text: z.string() }),
  z.object({ type: z.literal('output_text'), text: z.string() }),
  z.object({ type: z.literal('refusal'), refusal: z.string() }),
  z.object({ type: z.literal('input_image'), image_url: z.nullish(z.string()) }),
  z.object({
    type: z.literal('input_file'),
    file_data: z.nullish(z.string()),
    file_url: z.nullish(z.string()),
    filename: z.nullish(z.string()),
  }),
  z.object({
    type: z.literal('input_audio'),
    input_audio: z.object({ data: z.string(), format: z.string() }),
  }),
]);

const content = z.union([z.string(), z.array(messagePart)]);

/** One item of the conversation, by its `type`; a message may lack it. */
export const items = {
  message: z.looseObject({ role: z.enum(['user', 'assistant', 'system', 'developer']), content }),
  function_call: z.looseObject({ call_id: z.string(), name: z.string(), arguments: z.string() }),
  function_call_output: z.looseObject({ call_id: z.string(), output: content }),
  reasoning: z.looseObject({
    summary: z.nullish(z.array(z.looseObject({ text: z.optional(z.string()) }))),
    encrypted_content: z.nullish(z.string()),
  }),
};
