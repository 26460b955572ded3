import { expect, test } from 'vitest';
import { channelTypes, findChannelType } from './channel-types.ts';

test.each([
  ['D198', 1, 'OpenAI', 'models'],
  ['D199', 2, 'Midjourney Proxy', 'drawings'],
  ['D200', 5, 'Midjourney Proxy Plus', 'drawings'],
  ['D201', 3, 'Azure OpenAI', 'models'],
  ['D202', 4, 'Ollama', 'models'],
  ['D203', 8, 'Custom', 'models'],
  ['D204', 14, 'Anthropic Claude', 'models'],
  ['D205', 33, 'AWS Claude', 'models'],
  ['D207', 24, 'Google Gemini', 'models'],
  ['D208', 25, 'Moonshot', 'models'],
  ['D209', 36, 'Suno API', 'songs'],
  ['D210', 41, 'Vertex AI', 'models'],
  ['D211', 43, 'DeepSeek', 'models'],
  ['D212', 45, 'VolcEngine Ark', 'models'],
  ['D213', 47, 'Xinference', 'models'],
] as const)('%s type %i is %s and serves %s', (_, code, label, what) => {
  const { label: shown, serves = 'models' } = findChannelType(code) ?? {};
  expect([shown, serves]).toEqual([label, what]);
});

test('type codes are unique and addresses are absolute', () => {
  expect(new Set(channelTypes.map(({ code }) => code)).size).toBe(channelTypes.length);
  for (const { baseUrl } of channelTypes) expect(baseUrl).toMatch(/^$|^https?:\/\/[^/].*[^/]$/);
});
