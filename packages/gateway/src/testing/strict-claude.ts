import { type ClaudeRequest, conversationBefore, findClaudeFault } from './strict-claude-rules.ts';
import { type Planned, sendPlanned } from './strict-providers.ts';
import { type ReceivedCall, type Script, sendJson } from './upstream.ts';

type Json = Record<string, unknown>;

/**
 * Answers like Anthropic's Messages API and refuses what that refuses. Without a plan, a request with tools
 * gets two calls, or one where only one is allowed, until it has results. Reasoning is signed, and must come
 * back signed.
 */
export function strictClaude(plan?: (call: ReceivedCall) => Planned): Script {
  const signed = new Map<string, string>();
  return (call, response) => {
    const body = inBlocks(call.json as ClaudeRequest);
    const fault = findClaudeFault(body, signed, String(call.headers['anthropic-beta'] ?? ''));
    if (fault) {
      const error = { type: 'invalid_request_error', message: fault };
      return sendJson(response, 400, { type: 'error', error });
    }
    const planned = plan?.(call);
    const content = answer(body, signed, planned);
    const stop_reason = content.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn';
    const message = {
      id: 'msg_01',
      type: 'message',
      role: 'assistant',
      model: body.model,
      stop_sequence: null,
      usage: usageOf(body),
    };
    return body.stream === true
      ? sendPlanned(eventsOf({ ...message, content: [], stop_reason: null }, content, stop_reason), planned)(
          call,
          response,
        )
      : sendJson(response, 200, { ...message, content, stop_reason });
  };
}

/** A text is short for one block of text. */
function inBlocks(body: ClaudeRequest): ClaudeRequest {
  const messages = body.messages.map(({ content, ...message }) => ({
    ...message,
    content: typeof content === 'string' ? [{ type: 'text', text: content as string }] : content,
  }));
  return { ...body, messages };
}

function answer(body: ClaudeRequest, signed: Map<string, string>, planned?: Planned): Json[] {
  const { thinking, tools = [], tool_choice, messages, output_config } = body;
  const blocks: Json[] = [];
  if (thinking?.type === 'enabled' || thinking?.type === 'adaptive') {
    const signature = `Sig${signed.size}`;
    signed.set(signature, conversationBefore(body, messages.length));
    blocks.push({ type: 'thinking', thinking: 'Let me think.', signature });
  }
  if (planned) return [...blocks, ...plannedBlocks(planned, messages.length)];
  const hasResults = messages.at(-1)?.content.some(({ type }) => type === 'tool_result');
  const named = tool_choice?.type === 'tool' ? tools.filter(({ name }) => name === tool_choice.name) : tools;
  const isForced = tool_choice?.type === 'any' || tool_choice?.type === 'tool';
  if (named.length > 0 && tool_choice?.type !== 'none' && (!hasResults || isForced)) {
    const count = tool_choice?.disable_parallel_tool_use === true ? 1 : 2;
    for (let at = 0; at < count; at++) {
      const { name } = named.at(isForced ? -1 : 0) ?? {};
      blocks.push({ type: 'tool_use', id: `toolu_${at}`, name, input: { city: ['Zürich', 'Bern'][at] } });
    }
    return blocks;
  }
  const text = output_config?.format ? '{"city":"Zürich"}' : 'Sunny.';
  return [...blocks, { type: 'text', text }];
}

function plannedBlocks({ text, calls = [] }: Planned, turn: number): Json[] {
  return [
    ...(text ? [{ type: 'text', text }] : []),
    ...calls.map(({ name, args }, at) => ({
      type: 'tool_use',
      id: `toolu_${turn}_${at}`,
      name,
      input: args,
    })),
  ];
}

/** Ten tokens for each part. What is marked is written to the cache. */
function usageOf({ tools = [], system = [], messages }: ClaudeRequest): Json {
  const parts = [...tools, ...system, ...messages.flatMap(({ content }) => content)];
  const last = parts.findLastIndex((part) => part.cache_control !== undefined);
  const isLong = (parts[last]?.cache_control as { ttl?: string } | undefined)?.ttl === '1h';
  const written = (last + 1) * 10;
  return {
    input_tokens: (parts.length - last - 1) * 10,
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: written,
    cache_creation: {
      ephemeral_5m_input_tokens: isLong ? 0 : written,
      ephemeral_1h_input_tokens: isLong ? written : 0,
    },
    output_tokens: 20,
  };
}

function eventsOf(message: Json, content: readonly Json[], stop_reason: string): string[] {
  const blocks = content.flatMap((block, index): [string, object][] => [
    ['content_block_start', { index, content_block: { ...block, ...emptied[String(block.type)] } }],
    ...deltasOf(block).map((delta): [string, object] => ['content_block_delta', { index, delta }]),
    ['content_block_stop', { index }],
  ]);
  const events: [string, object][] = [
    ['message_start', { message }],
    ...blocks,
    ['message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 20 } }],
    ['message_stop', {}],
  ];
  return events.map(([type, fields]) => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
}

const emptied: Record<string, Json> = {
  text: { text: '' },
  thinking: { thinking: '', signature: '' },
  tool_use: { input: {} },
};

function deltasOf({ type, text, thinking, signature, input }: Json): Json[] {
  if (type === 'text') return [{ type: 'text_delta', text }];
  if (type === 'tool_use') {
    const json = JSON.stringify(input);
    const half = Math.floor(json.length / 2);
    return [json.slice(0, half), json.slice(half)].map((partial_json) => ({
      type: 'input_json_delta',
      partial_json,
    }));
  }
  return [
    { type: 'thinking_delta', thinking },
    { type: 'signature_delta', signature },
  ];
}
