import { MODELS_CREATED } from '../../modules/models/model-card.ts';
import { factsOf } from '../../modules/models/model-facts.ts';

/** The format of model lists for clients of one vendor. */
export interface Shape {
  list(names: readonly string[]): unknown;
  card(name: string): unknown;
}

/** https://docs.anthropic.com/en/api/models-list */
export const anthropicShape: Shape = {
  list: (names) => ({
    data: names.map(anthropicCard),
    has_more: false,
    first_id: names[0] ?? null,
    last_id: names.at(-1) ?? null,
  }),
  card: anthropicCard,
};

/** https://ai.google.dev/api/models */
export const googleShape: Shape = {
  list: (names) => ({ models: names.map(googleCard) }),
  card: googleCard,
};

const created = new Date(MODELS_CREATED * 1000).toISOString();

function anthropicCard(id: string) {
  return { type: 'model', id, display_name: id, created_at: created };
}

function googleCard(model: string) {
  const { context, maxOutput } = factsOf(model);
  return {
    name: `models/${model}`,
    baseModelId: model,
    version: '',
    displayName: model,
    ...(context !== undefined && { inputTokenLimit: context }),
    ...(maxOutput !== undefined && { outputTokenLimit: maxOutput }),
    supportedGenerationMethods: /embedding/.test(model)
      ? ['embedContent', 'batchEmbedContents']
      : ['generateContent', 'streamGenerateContent', 'countTokens'],
  };
}
