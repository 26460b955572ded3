import { expect, test } from 'vitest';
import { channelTypes, findChannelType } from './channel-types.ts';

// @spec D198 D199 D200 D201 D202 D203 D204 D205 D207 D208 D209 D210 D211 D212 D213
test.each([
  [1, 'OpenAI', 'models'],
  [2, 'Midjourney Proxy', 'drawings'],
  [5, 'Midjourney Proxy Plus', 'drawings'],
  [3, 'Azure OpenAI', 'models'],
  [4, 'Ollama', 'models'],
  [8, 'Custom', 'models'],
  [14, 'Anthropic Claude', 'models'],
  [33, 'AWS Claude', 'models'],
  [24, 'Google Gemini', 'models'],
  [25, 'Moonshot', 'models'],
  [36, 'Suno API', 'songs'],
  [41, 'Vertex AI', 'models'],
  [43, 'DeepSeek', 'models'],
  [45, 'VolcEngine Ark', 'models'],
  [47, 'Xinference', 'models'],
] as const)('type %i is %s and serves %s', (code, label, what) => {
  const { label: shown, serves = 'models' } = findChannelType(code) ?? {};
  expect([shown, serves]).toEqual([label, what]);
});

test('type codes are unique and addresses are absolute', () => {
  expect(new Set(channelTypes.map(({ code }) => code)).size).toBe(channelTypes.length);
  for (const { baseUrl } of channelTypes) expect(baseUrl).toMatch(/^$|^https?:\/\/[^/].*[^/]$/);
});
