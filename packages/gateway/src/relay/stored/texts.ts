/** Messages to callers about answers that providers store, by code. */
export const storedTexts = {
  stored_unknown: {
    en: 'There is no stored answer with the id {id}.',
    zh: '没有 ID 为 {id} 的已存储回答。',
  },
  stored_unavailable: {
    en: "The channel that stores this answer isn't available now. Try again later.",
    zh: '存储该回答的渠道暂不可用，请稍后重试。',
  },
  response_running: {
    en: 'The response {id} is still running. Cancel it or wait until it ends, then delete it.',
    zh: '响应 {id} 仍在运行，请先取消或等待其结束，再删除。',
  },
};
