import type { Language } from '@tollgate/contract';

/** What a family of models is for, in one sentence. The first pattern that fits a name decides. */
const families: readonly (readonly [pattern: RegExp, en: string, zh: string])[] = [
  [/^(mj_|swap_face)/, 'Draws and edits pictures in several steps.', '绘制图片，并可多步编辑。'],
  [/^suno_/, 'Writes songs and lyrics.', '创作歌曲和歌词。'],
  [
    /embed|^bge-(?!reranker)|^m3e|^tao-8k|clip/,
    'Turns text into vectors, for search and comparison.',
    '将文本转换为向量，用于检索和比较。',
  ],
  [
    /rerank/,
    'Sorts search results by how well they answer a question.',
    '按与问题的相关程度对搜索结果排序。',
  ],
  [/moderation/, 'Recognizes harmful content.', '识别有害内容。'],
  [/whisper|transcribe/, 'Turns the speech of a recording into text.', '将录音转写为文字。'],
  [/^tts|-tts|melotts|aura/, 'Reads text aloud.', '将文字朗读为语音。'],
  [/realtime/, 'Talks in speech with little delay.', '低延迟语音对话。'],
  [
    /^(dall-e|gpt-image|chatgpt-image|imagen|flux|stable-diffusion|sd3|cogview|wanx)|image/,
    'Draws pictures from a description.',
    '根据描述生成图片。',
  ],
  [/^(sora|veo|kling|hailuo|vidu|runway)/, 'Makes short videos from a description.', '根据描述生成短视频。'],
  [/deep-research/, 'Researches a question on the web and writes a report.', '联网研究问题并撰写报告。'],
  [/^sonar|-sonar-|-search/, 'Answers from the web, with its sources.', '联网回答，并附来源。'],
  [/codex|code|coder|devstral/, 'Writes, explains and changes code.', '编写、解释和修改代码。'],
  [/(vision|-vl|4v|v-plus|pixtral)/, 'Understands pictures and text.', '理解图片和文本。'],
  [
    /^claude.*(opus|fable|mythos)/,
    'For the hardest tasks: long work with tools, code and analysis.',
    '适合最难的任务：长流程工具调用、编程与分析。',
  ],
  [
    /^claude.*sonnet/,
    'Balances quality and price: agents, code and writing.',
    '兼顾质量与价格：智能体、编程与写作。',
  ],
  [/^claude/, 'Fast and cheap, for many short requests.', '快速且价格低，适合大量短请求。'],
  [
    /^(o\d|.*(reason|thinking|-r1|qwq|magistral))/,
    'Thinks before it answers: mathematics, science and code.',
    '先思考再回答：数学、科学与编程。',
  ],
  [/^gpt-[5-9].*-pro/, 'Thinks longest, for the hardest questions.', '思考时间最长，适合最难的问题。'],
  [
    /(nano|lite|flash|(?<![a-z])mini(?![a-z])|small|haiku|luna|8b|7b|tiny|speed|air|turbo)/,
    'Fast and cheap, for simple or frequent requests.',
    '快速且价格低，适合简单或高频请求。',
  ],
  [
    /^gpt-[5-9]/,
    'For most tasks: writing, code and tools, with reasoning as needed.',
    '适合大多数任务：写作、编程和工具调用，按需推理。',
  ],
  [
    /^gemini.*pro/,
    'Reads very long texts, pictures, audio and video, and reasons about them.',
    '可读取超长文本、图片、音频和视频并进行推理。',
  ],
  [/(long|128k|200k|256k|longcontext)/, 'Reads long documents.', '可阅读长文档。'],
  [
    /^(gpt|chatgpt|gemini|deepseek|qwen|glm|kimi|moonshot|grok|mistral|minimax|llama|command|ernie|doubao|hunyuan|yi-)/,
    'For most tasks: conversation, writing and tools.',
    '适合大多数任务：对话、写作和工具调用。',
  ],
];

/** Returns what a model is for. Empty: not known. */
export function descriptionOf(model: string, language: Language): string {
  const name = model.toLowerCase().replace(/^.*\//, '');
  const family = families.find(([pattern]) => pattern.test(name));
  if (!family) return '';
  return language === 'zh' ? family[2] : family[1];
}
