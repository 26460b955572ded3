import { expect, test } from 'vitest';
import { toOpenaiForm } from './mistral-answer.ts';

const thinking = { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] };
const call = { id: 'abcdefghi', function: { name: 'look', arguments: '{}' } };

test('a whole answer with thoughts becomes text with reasoning, in each choice', () => {
  const content = [thinking, { type: 'text', text: 'Hi' }, { type: 'text', text: '!' }];
  const messages = [
    { role: 'assistant', content, tool_calls: [call] },
    { role: 'assistant', content: 'plain' },
  ];
  const answer = { id: 'x', choices: messages.map((message, index) => ({ index, message })), usage: {} };
  expect(toOpenaiForm(answer)).toEqual({
    id: 'x',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: 'Hi!',
          reasoning_content: 'Hm.',
          tool_calls: [{ ...call, type: 'function' }],
        },
      },
      { index: 1, message: { role: 'assistant', content: 'plain' } },
    ],
    usage: {},
  });
});

test('a chunk with a thought has no text, and calls of a chunk are numbered', () => {
  const chunk = (delta: object) => ({ choices: [{ index: 0, delta, finish_reason: null }] });
  expect(toOpenaiForm(chunk({ content: [thinking] }))).toEqual(chunk({ reasoning_content: 'Hm.' }));
  expect(toOpenaiForm(chunk({ content: '', tool_calls: [call, { ...call, index: 4 }] }))).toEqual(
    chunk({
      content: '',
      tool_calls: [
        { index: 0, ...call, type: 'function' },
        { ...call, index: 4, type: 'function' },
      ],
    }),
  );
});

test.each([
  { choices: [{ message: { content: 'Hi' } }] },
  { choices: [{ delta: { content: 'Hi', tool_calls: [{ ...call, index: 0, type: 'function' }] } }] },
  { choices: [], usage: {} },
  { object: 'error', message: 'no' },
])('an answer in the form of OpenAI needs no change: %j', (answer) => {
  expect(toOpenaiForm(answer)).toBeUndefined();
});
