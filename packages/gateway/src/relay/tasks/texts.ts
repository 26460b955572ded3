/** Messages to callers about drawings and songs, by code of the console API. `{name}` is filled in. */
export const taskTexts = {
  bind_request_body_failed: {
    en: "The request body can't be read: {reason}. Send a JSON object.",
    zh: '无法读取请求内容：{reason}。请发送 JSON 对象。',
  },
  prompt_is_required: { en: 'The field "prompt" is missing.', zh: '缺少字段 "prompt"。' },
  task_id_is_required: { en: 'The field "taskId" is missing.', zh: '缺少字段 "taskId"。' },
  action_is_required: { en: 'The field "action" is missing.', zh: '缺少字段 "action"。' },
  index_is_required: { en: 'The field "index" must be 1, 2, 3 or 4.', zh: '字段 "index" 须为 1 至 4。' },
  content_is_required: { en: 'The field "content" is missing.', zh: '缺少字段 "content"。' },
  content_parse_failed: {
    en: 'The content must be a task ID and u1 to u4, v1 to v4 or r, such as "1320098173412546 u2".',
    zh: '内容须为任务 ID 加 u1-u4、v1-v4 或 r，例如 "1320098173412546 u2"。',
  },
  custom_id_is_required: { en: 'The field "customId" is missing.', zh: '缺少字段 "customId"。' },
  unknown_action: { en: 'The action {action} is unknown.', zh: '未知操作 {action}。' },
  sourceBase64_and_targetBase64_is_required: {
    en: 'The fields "sourceBase64" and "targetBase64" are missing.',
    zh: '缺少字段 "sourceBase64" 和 "targetBase64"。',
  },
  notify_hook_invalid: {
    en: 'The field "notifyHook" must be an http or https address.',
    zh: '字段 "notifyHook" 须为 http 或 https 地址。',
  },
  task_not_found: { en: "The task {id} doesn't exist.", zh: '任务 {id} 不存在。' },
  task_status_not_success: {
    en: "The task {id} isn't finished yet. Try again when it is.",
    zh: '任务 {id} 尚未完成，请完成后再试。',
  },
  get_channel_info_failed: {
    en: 'The channel of the task no longer exists. Start a new task.',
    zh: '该任务所属渠道已不存在，请重新提交任务。',
  },
  task_channel_disable: {
    en: 'The channel of the task is disabled. Start a new task.',
    zh: '该任务所属渠道已停用，请重新提交任务。',
  },
  quota_not_enough: {
    en: "The balance doesn't cover {amount} quota units. Top up, or use a key with more quota.",
    zh: '余额不足以支付 {amount} 额度，请充值或使用额度更多的密钥。',
  },
  do_request_failed: { en: 'The provider rejected the request: {reason}', zh: '供应商拒绝了请求：{reason}' },
  unmarshal_response_body_failed: {
    en: 'Unexpected response from the provider. Contact the administrator.',
    zh: '供应商的响应无法识别，请联系管理员。',
  },
  prompt_empty: { en: 'The field "prompt" is missing.', zh: '缺少字段 "prompt"。' },
  invalid_request: { en: "The request isn't valid: {reason}.", zh: '请求无效：{reason}。' },
  task_not_exist: { en: "The task {id} doesn't exist.", zh: '任务 {id} 不存在。' },
} as const;
