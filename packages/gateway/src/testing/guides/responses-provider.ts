import type { Planned } from '../strict-providers.ts';
import { type ReceivedCall, type Script, sendEvents, sendJson } from '../upstream.ts';

type Item = Record<string, unknown>;

/** OpenAI's Responses API for requests in its own format, which the gateway passes unchanged. */
export function responsesProvider(plan: (call: ReceivedCall) => Planned): Script {
  return (call, response) => {
    const output = itemsOf(plan(call));
    const whole = {
      id: 'resp_1',
      object: 'response',
      created_at: 1_700_000_000,
      status: 'completed',
      model: call.json.model,
      output,
      usage: {
        input_tokens: 10,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: 5,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 15,
      },
    };
    return call.json.stream === true
      ? sendEvents(eventsOf(whole, output))(call, response)
      : sendJson(response, 200, whole);
  };
}

function itemsOf({ text, calls = [] }: Planned): Item[] {
  const content = [{ type: 'output_text', text, annotations: [] }];
  return [
    ...(text ? [{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content }] : []),
    ...calls.map(({ name, args }, at) => ({
      type: 'function_call',
      id: `fc_${at}`,
      call_id: `call_${at}`,
      name,
      arguments: JSON.stringify(args),
      status: 'completed',
    })),
  ];
}

function eventsOf(whole: Item, output: readonly Item[]): string[] {
  const started = { ...whole, status: 'in_progress', output: [], usage: null };
  const events: Item[] = [
    { type: 'response.created', response: started },
    ...output.flatMap((item, output_index) => [
      { type: 'response.output_item.added', output_index, item: { ...item, status: 'in_progress' } },
      ...deltasOf(item, output_index),
      { type: 'response.output_item.done', output_index, item },
    ]),
    { type: 'response.completed', response: whole },
  ];
  return events.map(
    (event, sequence_number) =>
      `event: ${String(event.type)}\ndata: ${JSON.stringify({ ...event, sequence_number })}\n\n`,
  );
}

function deltasOf({ id, content, arguments: input }: Item, output_index: number): Item[] {
  if (input !== undefined)
    return [
      { type: 'response.function_call_arguments.delta', item_id: id, output_index, delta: input },
      { type: 'response.function_call_arguments.done', item_id: id, output_index, arguments: input },
    ];
  const [part] = content as { text: string }[];
  const place = { item_id: id, output_index, content_index: 0 };
  return [
    { type: 'response.content_part.added', ...place, part: { ...part, text: '' } },
    { type: 'response.output_text.delta', ...place, delta: part?.text },
    { type: 'response.output_text.done', ...place, text: part?.text },
    { type: 'response.content_part.done', ...place, part },
  ];
}
