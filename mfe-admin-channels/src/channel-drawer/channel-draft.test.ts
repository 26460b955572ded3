import { expect, test } from 'vitest';
import { claude, openai, tripped } from '../channels/channels.fixtures.ts';
import { countKeys, endsInVersion, freshChannel, toDraft, toForm } from './channel-draft.ts';
import { addNames, isUntouched } from './model-names.ts';

test('J061 J062 J063 J064 J065 a new channel is of type 1, in the default group, with automatic switch-off', () => {
  expect(toDraft({ name: 'a', key: 'sk-1', models: ['gpt-4o'] })).toMatchObject({
    type: 1,
    group: 'default',
    auto_ban: 1,
    priority: 0,
    weight: 0,
  });
});

test('a channel comes back from its form as it was', () => {
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

test('F064 slashes at the end of the address are not sent', () => {
  expect(toDraft({ base_url: ' https://api.example.com// ' }).base_url).toBe('https://api.example.com');
});

test('F063 an address that ends in /v1 is noticed, with a slash behind it too', () => {
  expect(endsInVersion('https://api.example.com/v1/')).toBe(true);
  expect(endsInVersion('https://api.example.com/v1beta')).toBe(false);
  expect(endsInVersion('')).toBe(false);
});

test('F065 type 18 without a version means v2.1', () => {
  expect(toDraft({ ...freshChannel, type: 18 }).other).toBe('v2.1');
  expect(toDraft({ ...freshChannel, type: 18, other: 'v4.0' }).other).toBe('v4.0');
  expect(toDraft({ ...freshChannel, type: 1 }).other).toBe('');
});

test('F066 F067 priority and weight are sent as whole numbers', () => {
  expect(toDraft({ priority: 2.9, weight: 3.2 })).toMatchObject({ priority: 2, weight: 3 });
});

test('D179 every line with a key counts, but the key of type 41 has lines of its own', () => {
  expect(countKeys(1, 'sk-1\n\n sk-2 \n')).toBe(2);
  expect(countKeys(41, '{\n"project": 1\n}')).toBe(1);
  expect(countKeys(1, '  ')).toBe(0);
});

test('F068 typed models are split by commas of both scripts', () => {
  expect(addNames(['a'], ' b, c，d,, ')).toEqual({ models: ['a', 'b', 'c', 'd'], repeated: [] });
});

test('F069 typed models that are there already are named', () => {
  expect(addNames(['a', 'b'], 'b,c,c')).toEqual({ models: ['a', 'b', 'c'], repeated: ['b', 'c'] });
});

test('models count as chosen once they differ from what the type fills in', () => {
  expect(isUntouched([], ['a'])).toBe(true);
  expect(isUntouched(['b', 'a'], ['a', 'b'])).toBe(true);
  expect(isUntouched(['a'], ['a', 'b'])).toBe(false);
});
