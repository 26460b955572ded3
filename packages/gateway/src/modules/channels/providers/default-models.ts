/** The default models of a new channel by type: the names that the provider had in spring 2025. */
export const defaultModels: Readonly<Record<number, readonly string[]>> = {
  1: names(`gpt-3.5-turbo gpt-3.5-turbo-0125 gpt-3.5-turbo-1106 gpt-3.5-turbo-16k gpt-3.5-turbo-instruct gpt-4 gpt-4-32k
    gpt-4-1106-preview gpt-4-0125-preview gpt-4-turbo gpt-4-turbo-2024-04-09 gpt-4-vision-preview chatgpt-4o-latest gpt-4o
    gpt-4o-2024-05-13 gpt-4o-2024-08-06 gpt-4o-2024-11-20 gpt-4o-audio-preview gpt-4o-realtime-preview gpt-4o-mini
    gpt-4o-mini-2024-07-18 gpt-4o-mini-realtime-preview gpt-4.5-preview o1 o1-mini o1-preview o3-mini o3-mini-high
    o3-mini-medium o3-mini-low text-embedding-ada-002 text-embedding-3-small text-embedding-3-large
    text-moderation-latest davinci-002 babbage-002 dall-e-3 whisper-1 tts-1 tts-1-hd`),
  2: names('mj_imagine mj_variation mj_reroll mj_blend mj_upscale mj_describe mj_uploads'),
  4: names('llama3-7b'),
  5: names(`swap_face mj_imagine mj_variation mj_reroll mj_blend mj_upscale mj_describe mj_zoom mj_shorten mj_modal
    mj_inpaint mj_custom_zoom mj_high_variation mj_low_variation mj_pan mj_uploads`),
  11: names('PaLM-2'),
  14: names(`claude-instant-1.2 claude-2 claude-2.0 claude-2.1 claude-3-haiku-20240307 claude-3-sonnet-20240229
    claude-3-opus-20240229 claude-3-5-haiku-20241022 claude-3-5-sonnet-20240620 claude-3-5-sonnet-20241022
    claude-3-7-sonnet-20250219 claude-3-7-sonnet-20250219-thinking`),
  15: names(`ERNIE-4.0-8K ERNIE-3.5-8K ERNIE-3.5-128K ERNIE-Speed-8K ERNIE-Speed-128K ERNIE-Lite-8K ERNIE-Tiny-8K
    BLOOMZ-7B Embedding-V1 bge-large-zh bge-large-en tao-8k`),
  16: names('chatglm_turbo chatglm_pro chatglm_std chatglm_lite'),
  17: names('qwen-turbo qwen-plus qwen-max qwen-max-longcontext text-embedding-v1'),
  18: names('SparkDesk SparkDesk-v1.1 SparkDesk-v2.1 SparkDesk-v3.1 SparkDesk-v3.5 SparkDesk-v4.0'),
  19: names('360gpt-turbo 360gpt-turbo-responsibility-8k 360gpt-pro 360gpt2-pro 360GPT_S2_V9'),
  20: [],
  23: names('hunyuan-lite hunyuan-standard hunyuan-standard-256K hunyuan-pro'),
  24: names(`gemini-1.5-pro gemini-1.5-flash gemini-1.5-flash-8b gemini-2.0-flash gemini-1.5-pro-latest
    gemini-1.5-flash-latest gemini-2.0-flash-lite-preview gemini-exp-1206 gemini-2.0-flash-exp gemini-2.0-pro-exp
    gemini-2.0-flash-thinking-exp gemini-2.5-pro-exp-03-25 gemini-2.5-pro-preview-03-25 imagen-3.0-generate-002
    gemini-embedding-exp-03-07 text-embedding-004 embedding-001`),
  25: names('moonshot-v1-8k moonshot-v1-32k moonshot-v1-128k'),
  26: names(`glm-4 glm-4v glm-3-turbo glm-4-alltools glm-4-plus glm-4-0520 glm-4-air glm-4-airx glm-4-long glm-4-flash
    glm-4v-plus`),
  27: names(`llama-3-sonar-small-32k-chat llama-3-sonar-small-32k-online llama-3-sonar-large-32k-chat
    llama-3-sonar-large-32k-online llama-3-8b-instruct llama-3-70b-instruct mixtral-8x7b-instruct`),
  31: names(
    `yi-large yi-medium yi-vision yi-medium-200k yi-spark yi-large-rag yi-large-turbo yi-large-preview`,
  ),
  33: names(`claude-instant-1.2 claude-2.0 claude-2.1 claude-3-haiku-20240307 claude-3-sonnet-20240229
    claude-3-opus-20240229 claude-3-5-haiku-20241022 claude-3-5-sonnet-20240620 claude-3-5-sonnet-20241022
    claude-3-7-sonnet-20250219`),
  34: names(`command-a-03-2025 command-r command-r-plus command-r-08-2024 command-r-plus-08-2024 c4ai-aya-23-35b
    command-light command-light-nightly command command-nightly rerank-english-v3.0 rerank-multilingual-v3.0
    rerank-english-v2.0 rerank-multilingual-v2.0`),
  35: names('abab6.5-chat abab6.5s-chat abab6-chat abab5.5-chat abab5.5s-chat'),
  36: names('suno_music suno_lyrics'),
  38: names('jina-clip-v1 jina-reranker-v2-base-multilingual'),
  39: names(`@cf/meta/llama-3.1-8b-instruct @cf/meta/llama-2-7b-chat-fp16 @cf/mistral/mistral-7b-instruct-v0.1
    @cf/deepseek-ai/deepseek-math-7b-instruct @cf/qwen/qwen1.5-14b-chat-awq @hf/google/gemma-7b-it`),
  40: names(`deepseek-ai/DeepSeek-V3 deepseek-ai/DeepSeek-R1 Qwen/Qwen2.5-72B-Instruct Qwen/Qwen2.5-7B-Instruct
    BAAI/bge-m3 BAAI/bge-reranker-v2-m3`),
  41: names(`gemini-1.5-pro gemini-1.5-flash gemini-2.0-flash gemini-2.5-pro-preview-03-25 claude-3-5-haiku-20241022
    claude-3-5-sonnet-20241022 claude-3-7-sonnet-20250219 meta/llama3-405b-instruct-maas`),
  42: names(`open-mistral-7b open-mixtral-8x7b mistral-small-latest mistral-medium-latest mistral-large-latest
    mistral-embed`),
  43: names('deepseek-chat deepseek-reasoner'),
  44: names('m3e-large m3e-base m3e-small'),
  45: names(`Doubao-pro-128k Doubao-pro-32k Doubao-pro-4k Doubao-lite-128k Doubao-lite-32k Doubao-lite-4k
    Doubao-embedding`),
  46: names(
    `ernie-4.0-8k ernie-4.0-turbo-8k ernie-3.5-8k ernie-speed-8k ernie-lite-8k deepseek-v3 deepseek-r1`,
  ),
  47: names('bge-reranker-v2-m3 jina-reranker-v2'),
  48: names(`grok-3-beta grok-3-mini-beta grok-3-fast-beta grok-3-mini-fast-beta grok-2 grok-2-vision grok-2-image
    grok-beta grok-vision-beta`),
};

function names(text: string): string[] {
  return text.split(/\s+/);
}
