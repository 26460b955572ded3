import * as z from 'zod/mini';
import { EFFORTS } from '../../core/chat.ts';

/** Anthropic's mark of a prompt to cache, which OpenAI clients send too. */
const cache_control = z.optional(z.unknown());

/** The parts of a chat completion request that other vendors support. */
export const contentPart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z._default(z.string(), ''), cache_control }),
  z.object({ type: z.literal('refusal'), refusal: z._default(z.string(), '') }),
  z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string() }), cache_control }),
  z.object({
    type: z.literal('input_audio'),
    input_audio: z.object({ data: z.string(), format: z.string() }),
  }),
  z.object({
    type: z.literal('file'),
    file: z.object({ file_data: z.nullish(z.string()), filename: z.nullish(z.string()) }),
    cache_control,
  }),
]);

const calledFunction = z.object({ name: z.string(), arguments: z.string() });

export const chatMessage = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: z.nullish(z.union([z.string(), z.array(contentPart)])),
  cache_control,
  tool_call_id: z.nullish(z.string()),
  /** The name of a function in the older form, with its result in `content` or its call next to it. */
  name: z.nullish(z.string()),
  function_call: z.nullish(calledFunction),
  tool_calls: z.nullish(
    z.array(
      z.object({
        id: z.string(),
        function: calledFunction,
        extra_content: z.nullish(
          z.object({ google: z.nullish(z.object({ thought_signature: z.nullish(z.string()) })) }),
        ),
      }),
    ),
  ),
});

/** A function by its name, or a tool of the provider by its type. */
const named = z.object({
  type: z._default(z.string(), 'function'),
  function: z.optional(z.object({ name: z.string() })),
});

const declaredFunction = z.object({
  name: z.string(),
  description: z.nullish(z.string()),
  parameters: z.optional(z.unknown()),
  strict: z.nullish(z.boolean()),
  cache_control,
});

export const chatBody = z.object({
  messages: z.array(chatMessage),
  tools: z.nullish(
    z.array(
      z.looseObject({ type: z.optional(z.string()), function: z.optional(declaredFunction), cache_control }),
    ),
  ),
  web_search_options: z.nullish(z.looseObject({})),
  functions: z.nullish(z.array(declaredFunction)),
  function_call: z.nullish(z.union([z.enum(['auto', 'none']), z.object({ name: z.string() })])),
  cache_control,
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
  reasoning_effort: z.nullish(z.enum(EFFORTS)),
  response_format: z.nullish(
    z.object({
      type: z.string(),
      json_schema: z.nullish(
        z.object({
          name: z.optional(z.string()),
          schema: z.optional(z.unknown()),
          strict: z.nullish(z.boolean()),
        }),
      ),
    }),
  ),
  user: z.nullish(z.string()),
});
