import { expect, test } from 'vitest';
import { claude, openai, tripped } from '../channels/channels.fixtures.ts';
import { countKeys, freshChannel, surplusEnd, toDraft, toForm } from './channel-draft.ts';
import { addNames, isUntouched } from './model-names.ts';

// @spec J061 J062 J063 J064 J065
test('a new channel is of type 1, in the default group, with automatic disabling', () => {
  expect(toDraft({ name: 'a', key: 'sk-1', models: ['gpt-4o'] })).toMatchObject({
    type: 1,
    group: 'default',
    auto_ban: 1,
    priority: 0,
    weight: 0,
  });
});

test('a channel is unchanged after a round trip through its form', () => {
  for (const channel of [openai, claude, tripped]) {
    const { type, name, models, group, other, base_url, tag, priority, weight, auto_ban } = channel;
    expect(toDraft(toForm(channel))).toMatchObject({
      type,
      name,
      models,
      group,
      other,
      base_url,
      tag,
      priority,
      weight,
      auto_ban,
    });
  }
});

// @spec F064
test('slashes at the end of the address are not sent', () => {
  expect(toDraft({ base_url: ' https://api.example.com// ' }).base_url).toBe('https://api.example.com');
});

// @spec F063
test('an address that ends in /v1 is detected, also with a final slash', () => {
  expect(surplusEnd('https://api.example.com/v1/')).toBe('/v1');
  expect(surplusEnd('https://api.example.com/v1/chat/completions')).toBe('/v1/chat/completions');
  expect(surplusEnd('https://api.example.com/v1beta')).toBe('');
  expect(surplusEnd('')).toBe('');
});

// @spec F065
test('type 18 without a version means v2.1', () => {
  expect(toDraft({ ...freshChannel, type: 18 }).other).toBe('v2.1');
  expect(toDraft({ ...freshChannel, type: 18, other: 'v4.0' }).other).toBe('v4.0');
  expect(toDraft({ ...freshChannel, type: 1 }).other).toBe('');
});

// @spec F066 F067
test('priority and weight are sent as whole numbers', () => {
  expect(toDraft({ priority: 2.9, weight: 3.2 })).toMatchObject({ priority: 2, weight: 3 });
});

// @spec D179
test('every line with a key counts, except that a key of type 41 has several lines', () => {
  expect(countKeys(1, 'sk-1\n\n sk-2 \n')).toBe(2);
  expect(countKeys(41, '{\n"project": 1\n}')).toBe(1);
  expect(countKeys(1, '  ')).toBe(0);
});

// @spec F068
test('typed models are split by commas of both scripts', () => {
  expect(addNames(['a'], ' b, c，d,, ')).toEqual({ models: ['a', 'b', 'c', 'd'], repeated: [] });
});

// @spec F069
test('typed models that exist already are reported', () => {
  expect(addNames(['a', 'b'], 'b,c,c')).toEqual({ models: ['a', 'b', 'c'], repeated: ['b', 'c'] });
});

test("models count as chosen once they differ from the type's default models", () => {
  expect(isUntouched([], ['a'])).toBe(true);
  expect(isUntouched(['b', 'a'], ['a', 'b'])).toBe(true);
  expect(isUntouched(['a'], ['a', 'b'])).toBe(false);
});
