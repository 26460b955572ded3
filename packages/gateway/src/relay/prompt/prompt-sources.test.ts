import { describe, expect, test } from 'vitest';
import { sourcesOf } from './prompt-sources.ts';

const chat = (message: object, more: object = {}) => ({ messages: [{ role: 'user', ...message }], ...more });
const input = (...items: object[]) => ({ input: items });
const picture = { type: 'image_url', image_url: { url: 'https://a.example/a' } };

describe('a request contains all that the model reads', () => {
  test.each<[name: string, json: object]>([
    ['a conversation', chat({ content: 'Hi' }, { temperature: 1, stream: true, metadata: { a: 'b' } })],
    ['text parts', chat({ content: [{ type: 'text', text: 'Hi', cache_control: { type: 'ephemeral' } }] })],
    [
      'calls of tools and their results',
      {
        messages: [
          {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{"file_id":1}' } }],
          },
          { role: 'tool', tool_call_id: 'a', content: 'Sunny' },
        ],
        tools: [{ type: 'function', function: { name: 'f', parameters: { properties: { file_id: {} } } } }],
      },
    ],
    [
      'calls of tools in the words of Claude',
      chat({
        content: [{ type: 'tool_use', id: 'a', name: 'f', input: { file_id: 'x', source: { a: 1 } } }],
      }),
    ],
    [
      'a tool that the caller of Claude runs',
      chat({ content: 'Hi' }, { tools: [{ type: 'bash_20250124', name: 'bash' }] }),
    ],
    [
      'calls of tools in the words of Google',
      { contents: [{ role: 'model', parts: [{ functionCall: { name: 'f', args: { file_uri: 'x' } } }] }] },
    ],
    [
      'sealed thoughts',
      input(
        { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAA' },
        { role: 'user', content: 'Hi' },
      ),
    ],
    ['tokens', { prompt: [[1, 2, 3]] }],
    [
      'a context that is shortened',
      chat({ content: 'Hi' }, { context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] } }),
    ],
    ['a switch that is off', chat({ content: 'Hi' }, { enable_search: false })],
  ])('%s', (_, json) => {
    expect(sourcesOf({ json: json as never })).toMatchObject({
      hasMedia: false,
      pictures: 0,
      isHidden: false,
    });
  });
});

describe('a request refers to more than it contains', () => {
  test.each<[name: string, json: object, model?: string]>([
    [
      'a context that is compacted',
      chat({ content: 'Hi' }, { context_management: { edits: [{ type: 'compact_20260112' }] } }),
    ],
    ['a switch for searches', chat({ content: 'Hi' }, { enable_search: true })],
    ['an unknown field', chat({ content: 'Hi' }, { preset: 'x' })],
    ['an unknown member', chat({ content: [{ type: 'x', knowledge: 'kb-1' }] })],
    ['searches of Ernie', chat({ content: 'Hi' }, { web_search: { enable: true } })],
    ['connectors of Cohere', chat({ content: 'Hi' }, { connectors: [{ id: 'web-search' }] })],
    ['a cache that a text names', chat({ role: 'cache', content: 'cache_id=a;' })],
    ['an earlier answer in sound', chat({ role: 'assistant', audio: { id: 'audio_1' } })],
    ['a film of Qwen', chat({ content: [{ type: 'video', video: ['https://a.example/1.jpg'] }] })],
    [
      'a document of Mistral',
      chat({ content: [{ type: 'document_url', document_url: 'https://a.example/a' }] }),
    ],
    ['sound of Mistral', chat({ content: [{ type: 'input_audio', input_audio: 'UklGRg==' }] })],
    [
      'a film as a picture',
      chat({ content: [{ type: 'image_url', image_url: { url: 'data:video/mp4;base64,AA' } }] }),
    ],
    [
      'a document as a picture',
      chat({ content: [{ type: 'image_url', image_url: { url: 'https://a.example/a.PDF?x' } }] }),
    ],
    [
      'a stored object as a picture',
      chat({ content: [{ type: 'image_url', image_url: { url: 'gs://a/a' } }] }),
    ],
    ['a raw file', input({ role: 'user', content: [{ type: 'input_file', file_data: 'JVBERi0=' }] })],
    ['a stored picture', input({ role: 'user', content: [{ type: 'input_image', file_id: 'file-1' }] })],
    ['an item without a type', input({ id: 'msg_1' })],
    ['a drawing by its id', input({ type: 'image_generation_call', id: 'ig_1' })],
    ['thoughts by their id', input({ type: 'reasoning', id: 'rs_1', summary: [] })],
    ['a page of Jina', input({ pdf: 'https://a.example/a.pdf' })],
    [
      'a document of Claude',
      chat({ content: [{ type: 'document', source: { type: 'url', url: 'https://a.example' } }] }),
    ],
    [
      'a stored file of Claude',
      chat({ content: [{ type: 'image', source: { type: 'file', file_id: 'file_1' } }] }),
    ],
    [
      'a film of Google',
      { contents: [{ parts: [{ fileData: { mimeType: 'video/mp4', fileUri: 'https://a' } }] }] },
    ],
    [
      'a function that becomes a search of Google',
      chat({ content: 'Hi' }, { tools: [{ type: 'function', function: { name: 'googleSearch' } }] }),
    ],
    [
      'a tool of Claude that becomes a search of Google',
      chat({ content: 'Hi' }, { tools: [{ name: 'urlContext', input_schema: {} }] }),
    ],
    ['a search of Google', { contents: [], tools: { google_search: {} } }],
    [
      'a search of Claude',
      chat({ content: 'Hi' }, { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }),
    ],
    ['what is too deep to be looked at', chat({ content: nested(20) })],
  ])('%s', (_, json) => {
    expect(sourcesOf({ json: json as never }).isHidden).toBe(true);
  });
});

test.each<[name: string, json: object, pictures: number]>([
  ['addresses', chat({ content: [picture, picture] }), 2],
  [
    'addresses in capitals',
    chat({ content: [{ type: 'image_url', image_url: 'HTTPS://a.example/a.png' }] }),
    1,
  ],
  [
    'data',
    input({ role: 'user', content: [{ type: 'input_image', image_url: 'data:image/png;base64,AA' }] }),
    1,
  ],
  ['sources', chat({ content: [{ type: 'image', source: { type: 'base64', data: 'AA' } }] }), 1],
  ['blobs', { contents: [{ parts: [{ inline_data: { mime_type: 'image/png', data: 'AA' } }] }] }, 1],
])('pictures are counted: %s', (_, json, pictures) => {
  expect(sourcesOf({ json: json as never })).toMatchObject({
    hasMedia: true,
    pictures,
    isHidden: false,
  });
});

const mark = { cache_control: { type: 'ephemeral' } };

test.each<[name: string, json: object, isMarked: boolean]>([
  ['none', chat({ content: 'Hi "cache_control"' }), false],
  ['in a part', chat({ content: [{ type: 'text', text: 'Hi', ...mark }] }), true],
  ['on a message', chat({ content: 'Hi', ...mark }), true],
  ['on a tool', chat({ content: 'Hi' }, { tools: [{ type: 'function', function: {}, ...mark }] }), true],
  ['in a function', chat({ content: 'Hi' }, { tools: [{ type: 'function', function: mark }] }), true],
  ['in an older function', chat({ content: 'Hi' }, { functions: [mark] }), true],
  ['on the request', chat({ content: 'Hi' }, mark), true],
  ['in a system prompt', { system: [{ type: 'text', text: 'Hi', ...mark }] }, true],
])('marks for a cache are found: %s', (_, json, isMarked) => {
  const { isHidden, isMarked: found } = sourcesOf({ json: json as never });
  expect([found, isHidden]).toEqual([isMarked, false]);
});

function nested(levels: number): object {
  return levels === 0 ? [] : [nested(levels - 1)];
}
