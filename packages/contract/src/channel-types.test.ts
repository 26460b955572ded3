import { expect, test } from 'vitest';
import { channelTypes, findChannelType } from './channel-types.ts';

test.each([
  ['D198', 1, 'openai', 'OpenAI'],
  ['D199', 2, 'midjourney', 'Midjourney Proxy'],
  ['D200', 5, 'midjourney', 'Midjourney Proxy Plus'],
  ['D201', 3, 'azure', 'Azure OpenAI'],
  ['D202', 4, 'ollama', 'Ollama'],
  ['D203', 8, 'custom', 'Custom'],
  ['D204', 14, 'claude', 'Anthropic Claude'],
  ['D205', 33, 'bedrock', 'AWS Claude'],
  ['D207', 24, 'gemini', 'Google Gemini'],
  ['D208', 25, 'openai', 'Moonshot'],
  ['D209', 36, 'suno', 'Suno API'],
  ['D210', 41, 'vertex', 'Vertex AI'],
  ['D211', 43, 'openai', 'DeepSeek'],
  ['D212', 45, 'ark', 'VolcEngine Ark'],
  ['D213', 47, 'openai', 'Xinference'],
] as const)('%s type %i speaks %s and is called %s', (_, code, wire, label) => {
  expect(findChannelType(code)).toMatchObject({ wire, label });
});

test('numbers are used once, and addresses are whole', () => {
  expect(new Set(channelTypes.map(({ code }) => code)).size).toBe(channelTypes.length);
  for (const { baseUrl } of channelTypes) expect(baseUrl).toMatch(/^$|^https?:\/\/[^/].*[^/]$/);
});
