import fc from 'fast-check';

/** Values that a file of somebody else may have where a number is expected. */
const anyAmount = fc.oneof(
  fc.double(),
  fc.constantFrom(-1, 1e308, '1e999', 'NaN', '', ' ', '-0.1', '0x10', null, true, [], {}, 'free', '1,5'),
  fc.string(),
);
const anyRow = fc.record(
  {
    model_name: fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', '', 'gpt-4o*', '\u0000')),
    id: fc.oneof(fc.string(), fc.integer()),
    quota_type: fc.constantFrom(0, 1, 2, '1'),
    model_ratio: anyAmount,
    completion_ratio: anyAmount,
    model_price: anyAmount,
    input_cost_per_token: anyAmount,
    output_cost_per_token: anyAmount,
    input_cost_per_second: anyAmount,
    mode: fc.constantFrom('chat', 'audio_transcription'),
    unit: fc.constantFrom('second', undefined),
    pricing: fc.oneof(fc.record({ prompt: anyAmount, completion: anyAmount }), fc.jsonValue()),
    cost: fc.oneof(fc.record({ input: anyAmount, output: anyAmount }), fc.jsonValue()),
    models: fc.oneof(
      fc.dictionary(fc.string(), fc.record({ cost: fc.record({ input: anyAmount }) })),
      fc.jsonValue(),
    ),
    context_length: anyAmount,
    deprecation_date: fc.oneof(fc.string(), anyAmount),
  },
  { requiredKeys: [] },
);
/** What the file of a source may be, once it is parsed. */
export const anyPriceFile = fc.oneof(
  fc.jsonValue(),
  fc.record({ data: fc.array(anyRow) }),
  fc.dictionary(fc.string(), anyRow),
  fc.dictionary(fc.constantFrom('__proto__', 'openai', 'gpt-4o'), anyRow),
);

/** Files as they may be sent: most are no JSON, or not quite. */
export const anyPriceText = fc.oneof(
  anyPriceFile.map((file) => JSON.stringify(file)),
  fc.tuple(anyPriceFile, fc.nat(400)).map(([file, cut]) => JSON.stringify(file).slice(0, cut)),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.nat(20_000).map((depth) => `{"data":${'['.repeat(depth)}`),
  fc.nat(2000).map((depth) => `{"gpt-4o":${'{"models":'.repeat(depth)}1${'}'.repeat(depth)}}`),
  fc.constantFrom(
    '',
    'null',
    '0',
    '"gpt-4o"',
    '{"__proto__":{"input_cost_per_token":1}}',
    '{"data":[[[[]]]]}',
  ),
);
