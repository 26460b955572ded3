import Anthropic from '@anthropic-ai/sdk';
import { type Content, GoogleGenAI, ThinkingLevel } from '@google/genai';
import OpenAI from 'openai';
import { gather } from './clients/google.ts';

/** What an agent sees of an answer. */
export interface Seen {
  text: string;
  thought: string;
  calls: { id: string; name: string; input: unknown }[];
}

/** A client of one API that keeps its conversation as its users do, and calls tools. */
export interface AgentClient {
  ask(text: string): Promise<Seen>;
  /** Sends the results of the last calls, with a picture in the first of them. */
  giveResults(picture?: string): Promise<Seen>;
}

interface Access {
  url: string;
  key: string;
  model: string;
  stream: boolean;
  /** Lets the model reason. */
  reasons?: boolean;
  /** Sends reasoning back as DeepSeek wants it. */
  returnsReasoning?: boolean;
  /** Writes base64 in the alphabet for URLs, as Google's Python client does. */
  writesForUrls?: boolean;
}

const tools = ['look', 'listen'].map((name) => ({
  name,
  description: `To ${name}`,
  parameters: { type: 'object', properties: { at: { type: 'string' } } },
}));

export const agentClients = { chat, messages, responses, google };

function chat({ url, key, model, stream, reasons, returnsReasoning }: Access): AgentClient {
  const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 });
  const list: OpenAI.ChatCompletionMessageParam[] = [];
  let calls: Seen['calls'] = [];
  async function send(): Promise<Seen> {
    const body = {
      model,
      messages: list,
      tools: tools.map((each) => ({ type: 'function' as const, function: each })),
      ...(reasons && { reasoning_effort: 'high' as const }),
    };
    const answer = stream
      ? await openai.chat.completions.stream(body).finalChatCompletion()
      : await openai.chat.completions.create(body);
    const [choice] = answer.choices;
    if (!choice) throw new Error('no choice');
    const { content, tool_calls: made = [] } = choice.message;
    // Most clients keep only the documented fields.
    const kept = made
      .flatMap((call) => ('function' in call ? [call] : []))
      .map((call) => ({
        id: call.id,
        type: 'function' as const,
        function: { name: call.function.name, arguments: call.function.arguments },
      }));
    const { reasoning_content, reasoning } = choice.message as unknown as Record<string, string | undefined>;
    const thought = reasoning_content ?? reasoning ?? '';
    list.push({
      role: 'assistant',
      content,
      ...(kept.length > 0 && { tool_calls: kept }),
      ...(returnsReasoning && { reasoning_content: thought }),
    });
    calls = kept.map((call) => ({
      id: call.id,
      name: call.function.name,
      input: JSON.parse(call.function.arguments) as unknown,
    }));
    return { text: content ?? '', thought, calls };
  }
  return {
    ask(content) {
      list.push({ role: 'user', content });
      return send();
    },
    giveResults(picture) {
      for (const [at, call] of calls.entries()) {
        const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${picture}` } };
        const content = [
          { type: 'text', text: 'seen' },
          ...(picture && at === 0 ? [image] : []),
        ] as unknown as OpenAI.ChatCompletionContentPartText[];
        list.push({ role: 'tool', tool_call_id: call.id, content: picture ? content : 'seen' });
      }
      return send();
    },
  };
}

function messages({ url, key, model, stream, reasons }: Access): AgentClient {
  const anthropic = new Anthropic({ baseURL: url, apiKey: key, maxRetries: 0 });
  const list: Anthropic.MessageParam[] = [];
  let calls: Seen['calls'] = [];
  async function send(): Promise<Seen> {
    const body = {
      model,
      max_tokens: 4000,
      messages: list,
      ...(reasons && { thinking: { type: 'enabled' as const, budget_tokens: 2000 } }),
      tools: tools.map(({ parameters, ...each }) => ({
        ...each,
        input_schema: parameters as { type: 'object' },
      })),
    };
    const { content } = await (stream
      ? anthropic.messages.stream(body).finalMessage()
      : anthropic.messages.create(body));
    list.push({ role: 'assistant', content });
    calls = content.flatMap((block) => (block.type === 'tool_use' ? [block] : []));
    const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('');
    const thought = content.map((block) => (block.type === 'thinking' ? block.thinking : '')).join('');
    return { text, thought, calls: calls.map(({ id, name, input }) => ({ id, name, input })) };
  }
  return {
    ask(content) {
      list.push({ role: 'user', content });
      return send();
    },
    giveResults(picture) {
      const results = calls.map(
        ({ id }, at): Anthropic.ToolResultBlockParam => ({
          type: 'tool_result',
          tool_use_id: id,
          content: [
            { type: 'text', text: 'seen' },
            ...(picture && at === 0
              ? [
                  {
                    type: 'image' as const,
                    source: { type: 'base64' as const, media_type: 'image/png' as const, data: picture },
                  },
                ]
              : []),
          ],
        }),
      );
      // Claude Code adds reminders behind the results.
      list.push({ role: 'user', content: [...results, { type: 'text', text: 'Go on.' }] });
      return send();
    },
  };
}

function responses({ url, key, model, stream, reasons }: Access): AgentClient {
  const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 });
  const input: OpenAI.Responses.ResponseInputItem[] = [];
  let calls: Seen['calls'] = [];
  async function send(): Promise<Seen> {
    const body = {
      model,
      input,
      store: false,
      ...(reasons && {
        reasoning: { effort: 'high' as const, summary: 'auto' as const },
        include: ['reasoning.encrypted_content' as const],
      }),
      tools: [
        { type: 'namespace', name: 'senses', tools: tools.map((each) => ({ type: 'function', ...each })) },
        { type: 'web_search' },
      ] as unknown as OpenAI.Responses.Tool[],
    };
    const { output } = await (stream
      ? openai.responses.stream(body).finalResponse()
      : openai.responses.create(body));
    // The client's own copies of what was parsed are no fields of the API.
    const own = (key: string, value: unknown) => (key.startsWith('parsed') ? undefined : value);
    input.push(...(JSON.parse(JSON.stringify(output, own)) as OpenAI.Responses.ResponseInputItem[]));
    const made = output.flatMap((item) => (item.type === 'function_call' ? [item] : []));
    calls = made.map((item) => ({
      id: item.call_id,
      name: `${(item as { namespace?: string }).namespace}.${item.name}`,
      input: JSON.parse(item.arguments) as unknown,
    }));
    const texts = output.flatMap((item) => (item.type === 'message' ? item.content : []));
    const thoughts = output.flatMap((item) => (item.type === 'reasoning' ? item.summary : []));
    return {
      text: texts.map((part) => (part.type === 'output_text' ? part.text : '')).join(''),
      thought: thoughts.map((part) => part.text).join(''),
      calls,
    };
  }
  return {
    ask(content) {
      input.push({ role: 'user', content });
      return send();
    },
    giveResults(picture) {
      for (const [at, { id }] of calls.entries()) {
        const image = {
          type: 'input_image' as const,
          image_url: `data:image/png;base64,${picture}`,
          detail: 'auto' as const,
        };
        const output = [
          { type: 'input_text' as const, text: 'seen' },
          ...(picture && at === 0 ? [image] : []),
        ];
        input.push({ type: 'function_call_output', call_id: id, output });
      }
      return send();
    },
  };
}

function google({ url, key, model, stream, reasons, writesForUrls }: Access): AgentClient {
  const { models } = new GoogleGenAI({
    apiKey: key,
    httpOptions: { baseUrl: url, retryOptions: { attempts: 1 } },
  });
  const contents: Content[] = [];
  let calls: Seen['calls'] = [];
  async function send(): Promise<Seen> {
    const functionDeclarations = tools.map(({ parameters, ...each }) => ({
      ...each,
      parametersJsonSchema: parameters,
    }));
    const config = {
      thinkingConfig: {
        includeThoughts: true,
        ...(reasons && { thinkingLevel: ThinkingLevel.HIGH }),
      },
      tools: [{ functionDeclarations }],
    };
    const body = { model, contents, config };
    const answers = stream
      ? await gather(await models.generateContentStream(body))
      : [await models.generateContent(body)];
    const parts = answers.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []);
    contents.push({ role: 'model', parts });
    calls = parts.flatMap(({ functionCall: call }) =>
      call ? [{ id: call.id ?? '', name: call.name ?? '', input: call.args }] : [],
    );
    const join = (isThought: boolean) =>
      parts.map((part) => (Boolean(part.thought) === isThought ? (part.text ?? '') : '')).join('');
    return { text: join(false), thought: join(true), calls };
  }
  return {
    ask(text) {
      contents.push({ role: 'user', parts: [{ text }] });
      return send();
    },
    giveResults(picture) {
      const forUrls = writesForUrls
        ? picture?.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
        : picture;
      const parts = calls.map(({ id, name }, at) => ({
        functionResponse: {
          ...(id && { id }),
          name,
          response: { result: 'seen' },
          ...(forUrls && at === 0 && { parts: [{ inlineData: { mimeType: 'image/png', data: forUrls } }] }),
        },
      }));
      contents.push({ role: 'user', parts });
      return send();
    },
  };
}
