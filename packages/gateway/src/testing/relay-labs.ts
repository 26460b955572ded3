import { CLAUDE } from './recorded-claude.ts';
import { GEMINI } from './recorded-gemini.ts';
import { type RelayLab, startRelayLab } from './relay.ts';

/** The quota of the user in each of these labs. */
const quota = 100_000_000;

/** Starts a lab for other endpoints: old completions, embeddings, moderations, images, audio and rerank. */
export async function startEndpointLab(): Promise<RelayLab> {
  const lab = await startRelayLab({ quota, channel: false });
  const ratios = {
    'gpt-3.5-turbo-instruct': 0.75,
    'text-embedding-3-small': 0.01,
    'omni-moderation-latest': 0.1,
    'text-moderation-stable': 0.1,
    'gpt-image-1': 2.5,
    'dall-e-2': 8,
    'tts-1': 7.5,
    'gpt-4o-mini-tts': 0.3,
    'whisper-1': 15,
    'gpt-4o-transcribe': 1.25,
    'rerank-1': 1,
  };
  await lab.option('ModelRatio', ratios);
  await lab.option('ModelPrice', { 'dall-e-3': 0.04 });
  const models = [...Object.keys(ratios), 'dall-e-3', 'alias'].join(',');
  await lab.channel({ models, key: 'sk-upstream-key', model_mapping: '{"gpt-4o-transcribe":"stt-2"}' });
  return lab;
}

/** With a channel of Claude next to the one of OpenAI, for the model by its own name and as `alias`. */
export async function startClaudeLab(): Promise<RelayLab> {
  const lab = await startRelayLab({ quota });
  await lab.channel({
    type: 14,
    key: 'sk-ant-secret-key-1',
    models: `${CLAUDE},alias`,
    model_mapping: `{"alias":"${CLAUDE}"}`,
  });
  await lab.option('ModelRatio', { 'gpt-4o': 1.25, [CLAUDE]: 1.5, alias: 1.5 });
  return lab;
}

/** With a channel of Google next to the one of OpenAI: chat, embeddings and images. */
export async function startGeminiLab(): Promise<RelayLab> {
  const lab = await startRelayLab({ quota });
  await lab.option('ModelRatio', {
    'gpt-4o': 1.25,
    [GEMINI]: 0.05,
    'gemini-3-pro': 1,
    'text-embedding-004': 1,
  });
  await lab.option('ModelPrice', { 'imagen-3.0-generate-002': 0.03 });
  await lab.channel({
    type: 24,
    key: 'AIza-secret-key-1',
    models: `${GEMINI},gemini-3-pro,text-embedding-004,imagen-3.0-generate-002`,
    model_mapping: '{"gemini-3-pro":"gemini-3-pro-preview"}',
  });
  return lab;
}
