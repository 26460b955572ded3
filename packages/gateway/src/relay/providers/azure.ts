import type { EndpointPaths, OpenaiEndpoint } from './openai-endpoints.ts';
import type { Target } from './provider.ts';

/** The API version, when a channel names none. */
const VERSION = '2024-12-01-preview';

/** Azure calls models by deployment, whose name has no dots. */
export function azurePath(task: string): (target: Target) => string {
  return ({ model, other }) =>
    `/openai/deployments/${encodeURIComponent(model.replaceAll('.', ''))}/${task}?api-version=${encodeURIComponent(other || VERSION)}`;
}

const endpoints: OpenaiEndpoint[] = [
  ...(['completions', 'embeddings', 'images/generations', 'images/edits'] as const),
  ...(['audio/speech', 'audio/transcriptions', 'audio/translations'] as const),
];

export const azureEndpoints: EndpointPaths = {
  ...Object.fromEntries(endpoints.map((id) => [id, azurePath(id)])),
  realtime: ({ model, other }) =>
    `/openai/realtime?api-version=${encodeURIComponent(other || VERSION)}&deployment=${encodeURIComponent(model)}`,
};
