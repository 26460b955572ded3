/** The creation time of every built-in model: new-api returns one for each. */
export const MODELS_CREATED = 1_626_777_600;

/** A model in the format of OpenAI's clients. */
export function modelCard(id: string, owned_by: string) {
  return {
    id,
    object: 'model' as const,
    created: MODELS_CREATED,
    owned_by,
    permission: [permission],
    root: id,
    parent: null,
  };
}

/** Old clients read these fields; they have no meaning any more. */
const permission = {
  id: 'modelperm-LwHkVFn8AcMItP432fKKDIKJ',
  object: 'model_permission',
  created: MODELS_CREATED,
  allow_create_engine: true,
  allow_sampling: true,
  allow_logprobs: true,
  allow_search_indices: false,
  allow_view: true,
  allow_fine_tuning: false,
  organization: '*',
  group: null,
  is_blocking: false,
};
