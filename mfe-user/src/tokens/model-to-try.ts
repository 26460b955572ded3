/** The cheapest one that nearly every site has, as in the playground. */
const USUAL = 'gpt-4o-mini';

/** Names of models that answer no chat: completions of text, embeddings, images, speech, video and music. */
const NO_CHAT =
  /babbage|davinci|-instruct$|embed|bge-|^m3e|rerank|moderation|dall-e|gpt-image|imagen|flux|stable-diffusion|^sd3|cogview|wanx|whisper|^tts|-tts|transcribe|realtime|^(sora|veo|suno_|mj_|swap_face)/i;

/** Returns the model for a first request, which is a chat. Lists are in alphabetical order: the first may be none. */
export function modelToTry(models: readonly string[]): string | undefined {
  return models.find((model) => model === USUAL) ?? models.find((model) => !NO_CHAT.test(model)) ?? models[0];
}
