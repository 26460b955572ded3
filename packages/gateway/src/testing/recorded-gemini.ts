/** Answers in the form that is recorded at https://ai.google.dev/api/generate-content and https://ai.google.dev/gemini-api/docs/thinking */
export const GEMINI = 'gemini-2.0-flash';

export const usageMetadata = {
  promptTokenCount: 100,
  cachedContentTokenCount: 40,
  toolUsePromptTokenCount: 7,
  candidatesTokenCount: 20,
  thoughtsTokenCount: 30,
  totalTokenCount: 157,
};
const parts = [
  { text: 'The user wants weather.', thought: true },
  { text: 'Let me look.' },
  { functionCall: { name: 'get_weather', args: { city: 'Zürich' } }, thoughtSignature: 'c2ln' },
];
export const geminiAnswer = {
  candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
  usageMetadata,
  modelVersion: GEMINI,
  responseId: 'r1',
  inventedTomorrow: [1],
};
const piece = (piecesOf: unknown[], rest: object = {}, candidate: object = {}) =>
  `data: ${JSON.stringify({ candidates: [{ content: { role: 'model', parts: piecesOf }, index: 0, ...candidate }], modelVersion: GEMINI, responseId: 'r1', ...rest })}\r\n\r\n`;
export const geminiStream = [
  piece([parts[0]], { usageMetadata: { promptTokenCount: 100, totalTokenCount: 100 } }),
  piece([{ text: 'Let me ' }]),
  piece([{ text: 'look.' }]),
  piece([parts[2]]),
  piece([{ text: '' }], { usageMetadata }, { finishReason: 'STOP' }),
];
