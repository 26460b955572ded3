import * as z from 'zod/mini';
import { allowPictureFields, pixels } from './adapting.ts';
import { BY_KEY } from './auth.ts';
import { CHUNKS, NO_USAGE } from './operation.ts';
import type { Json, Operation, Target, VendorFault } from './provider.ts';

/**
 * DashScope draws in two ways, by model: newer ones respond at once, older ones return a task to poll.
 * https://help.aliyun.com/zh/model-studio/qwen-image-api and
 * https://help.aliyun.com/zh/model-studio/text-to-image-v2-api-reference
 */
export const aliPictures: Operation = {
  native: 'images/generations',
  stream: CHUNKS,
  auth: BY_KEY,
  transport: { kind: 'poll', findTask },
  address({ baseUrl, key, model }) {
    const path = drawsAtOnce(model)
      ? 'aigc/multimodal-generation/generation'
      : 'aigc/text2image/image-synthesis';
    const order = !drawsAtOnce(model) && { 'x-dashscope-async': 'enable' };
    return {
      url: `${baseUrl}/api/v1/services/${path}`,
      headers: { authorization: `Bearer ${key}`, ...order },
    };
  },
  usage: NO_USAGE,
  findFault,
  translate: {
    kind: 'endpoint',
    countImages: (answer) => picturesIn(answer).length,
    adapter: {
      request(body, { model }) {
        allowPictureFields(body, 'url', ['size', 'negative_prompt', 'seed']);
        const { prompt, n, negative_prompt, seed } = body;
        const size = pixels(body);
        const avoid = negative_prompt !== undefined && { negative_prompt };
        const common = {
          n: n ?? 1,
          ...(size && { size: size.join('*') }),
          ...(seed !== undefined && { seed }),
        };
        if (drawsAtOnce(model)) {
          const messages = [{ role: 'user', content: [{ text: prompt }] }];
          return { model, input: { messages }, parameters: { ...common, ...avoid } };
        }
        return { model, input: { prompt, ...avoid }, parameters: common };
      },
      answer(body) {
        const urls = picturesIn(body);
        if (urls.length === 0) throw new Error('there is no picture in the answer');
        return { created: 0, data: urls.map((url) => ({ url })) };
      },
    },
  },
};

function drawsAtOnce(model: string): boolean {
  return !/^(wanx|wan2\.[0-5]|flux|stable-diffusion)/.test(model);
}

/** Returns the URL of a pending task, where the same format shows its progress. */
function findTask({ output }: Json, { baseUrl, key }: Target) {
  const { success, data } = z.safeParse(workSchema, output);
  if (!success || !underWay.has(data.task_status)) return undefined;
  return {
    url: `${baseUrl}/api/v1/tasks/${encodeURIComponent(data.task_id)}`,
    headers: { authorization: `Bearer ${key}` },
  };
}

const underWay = new Set(['PENDING', 'RUNNING', 'SUSPENDED']);

/** Finds the error of a failed task, sent with status 200. Some pictures may still be present. */
function findFault({ output, code, message }: Json): VendorFault | undefined {
  if (typeof code === 'string' && output === undefined)
    return { status: statusOf(code), code, message: String(message ?? '') };
  const { success, data } = z.safeParse(workSchema, output);
  if (!success || underWay.has(data.task_status) || data.task_status === 'SUCCEEDED') return undefined;
  const why = { code: data.task_status, ...(data.code && { code: data.code }) };
  return { ...why, status: statusOf(why.code), message: data.message ?? `the work is ${data.task_status}` };
}

function statusOf(code: string): number {
  if (/^(InvalidParameter|DataInspectionFailed|InvalidURL|BadRequest)/.test(code)) return 400;
  if (/^InvalidApiKey/.test(code)) return 401;
  if (/^(Arrearage|AccessDenied)/.test(code)) return 403;
  return /^Throttling/.test(code) ? 429 : 502;
}

function picturesIn({ output }: Json): string[] {
  const whole = z.safeParse(wholeSchema, output);
  if (whole.success)
    return whole.data.choices.flatMap(({ message }) => message.content.flatMap(({ image }) => image ?? []));
  const work = z.safeParse(workSchema, output);
  return work.success ? (work.data.results ?? []).flatMap(({ url }) => url ?? []) : [];
}

const picture = z.object({ image: z.optional(z.string()) });
const wholeSchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.array(picture) }) })),
});
const workSchema = z.object({
  task_id: z.string(),
  task_status: z.string(),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  results: z.optional(z.array(z.object({ url: z.optional(z.string()) }))),
});
