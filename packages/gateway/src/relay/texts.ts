import { storedTexts } from './stored/texts.ts';
import { taskTexts } from './tasks/texts.ts';

/**
 * Messages to callers of the relay, by code. `{name}` is filled in. They never contain a key, an address or
 * words of an upstream.
 */
export const texts = {
  ...taskTexts,
  ...storedTexts,
  // the key
  token_missing: {
    en: 'No API key was sent. Send it as "Authorization: Bearer sk-...".',
    zh: '请求没有携带 API 密钥，请以 "Authorization: Bearer sk-..." 发送。',
  },
  token_invalid: {
    en: "The API key isn't valid. Check it on the tokens page.",
    zh: 'API 密钥无效，请到令牌页面核对。',
  },
  token_exhausted: {
    en: 'The quota of API key {key} is used up. Raise it on the tokens page.',
    zh: 'API 密钥 {key} 的额度已用尽，请到令牌页面增加额度。',
  },
  token_expired: {
    en: 'The API key has expired. Renew it on the tokens page.',
    zh: 'API 密钥已过期，请到令牌页面续期。',
  },
  token_disabled: {
    en: 'The API key is disabled. Enable it on the tokens page.',
    zh: 'API 密钥已被停用，请到令牌页面启用。',
  },
  user_disabled: {
    en: 'The account of this API key is disabled. Contact the administrator.',
    zh: '该 API 密钥所属账号已被停用，请联系管理员。',
  },
  channel_choice_refused: { en: 'Only administrators can choose a channel.', zh: '只有管理员可以指定渠道。' },
  ip_not_allowed: {
    en: "Your address {ip} isn't in the list of allowed addresses of this API key.",
    zh: '你的地址 {ip} 不在该 API 密钥的 IP 白名单中。',
  },
  group_refused: {
    en: "You can't use the group {group} here. Choose another group.",
    zh: '无权使用分组 {group}，请改用其他分组。',
  },
  group_gone: { en: 'The group {group} no longer exists.', zh: '分组 {group} 已不存在。' },
  model_refused: {
    en: "This API key can't use the model {model}. Allow the model on the tokens page, or use another model.",
    zh: '该 API 密钥无权使用模型 {model}，请到令牌页面放开，或改用其他模型。',
  },
  access_token_refused: {
    en: "The playground doesn't accept access tokens. Sign in, or send the request to /v1/chat/completions with an API key.",
    zh: '体验区不支持访问令牌，请登录后使用，或以 API 密钥调用 /v1/chat/completions。',
  },
  // the request
  body_too_large: { en: 'The request is larger than {megabytes} MB.', zh: '请求体超过 {megabytes} MB。' },
  body_encoding: {
    en: "The request body can't be decoded. Send it uncompressed, or as gzip or br.",
    zh: '无法解码请求体，请不压缩发送，或使用 gzip 或 br。',
  },
  body_not_json: {
    en: "The request body isn't a JSON object: {reason}.",
    zh: '请求体不是 JSON 对象：{reason}。',
  },
  body_not_form: {
    en: "The request body isn't a form. Send it as multipart/form-data.",
    zh: '请求体不是表单，请以 multipart/form-data 发送。',
  },
  json_too_deep: {
    en: 'The request body is nested more than {most} levels deep, in the field "{field}". Reduce the nesting.',
    zh: '请求体嵌套超过 {most} 层（字段 "{field}"），请减少嵌套。',
  },
  json_too_many_fields: {
    en: 'The request body has more than {most} fields, up to "{field}". Send only fields that the API supports.',
    zh: '请求体的字段超过 {most} 个（到 "{field}" 为止），请只发送接口支持的字段。',
  },
  json_too_many_members: {
    en: 'The objects of the request body have more than {most} members, up to the field "{field}". Split the request.',
    zh: '请求体中所有对象的成员合计超过 {most} 个（到字段 "{field}" 为止），请分批发送。',
  },
  json_too_many_shapes: {
    en: 'The objects of the request body have more than {most} members that differ from object to object, up to the field "{field}". Split the request.',
    zh: '请求体中各不相同的对象成员超过 {most} 个（到字段 "{field}" 为止），请分批发送。',
  },
  json_too_many_items: {
    en: 'The lists of the request body have more than {most} items, up to the field "{field}". Split the request.',
    zh: '请求体中所有列表的项合计超过 {most} 个（到字段 "{field}" 为止），请分批发送。',
  },
  json_too_heavy: {
    en: 'The request body has too many short strings, escapes and numbers (the limit is {most}), up to the field "{field}". Split the request.',
    zh: '请求体中的短字符串、转义字符和数字过多（上限 {most}，到字段 "{field}" 为止），请分批发送。',
  },
  field_required: { en: 'The field "{field}" is required.', zh: '缺少字段 "{field}"。' },
  field_invalid: { en: 'The field "{field}" isn\'t valid: {reason}.', zh: '字段 "{field}" 无效：{reason}。' },
  field_unsupported: {
    en: 'No provider that serves this model supports the field "{field}". Leave it out, or choose another model.',
    zh: '提供该模型的供应商都不支持字段 "{field}"，请去掉该字段或改用其他模型。',
  },
  body_aborted: {
    en: 'The request ended before its body was complete. Send it again.',
    zh: '请求体未发送完整，请重新发送。',
  },
  sensitive_words: {
    en: "The request contains words that aren't allowed here. Remove them and try again.",
    zh: '请求包含不允许的内容，请修改后重试。',
  },
  sensitive_words_answer: {
    en: "The response was stopped because it contains words that aren't allowed here. The generated part is charged.",
    zh: '响应包含不允许的内容，已中止；已生成的部分照常计费。',
  },
  rate_limited: {
    en: 'Too many requests: at most {count} in {minutes} min, including failed ones. Try again later.',
    zh: '请求过于频繁：{minutes} 分钟内最多 {count} 次（含失败），请稍后再试。',
  },
  rate_limited_success: {
    en: 'Too many requests: at most {count} in {minutes} min. Try again later.',
    zh: '请求过于频繁：{minutes} 分钟内最多 {count} 次，请稍后再试。',
  },
  // money
  model_price_error: {
    en: 'The model {model} has no price yet. Ask the administrator to set a ratio or a price.',
    zh: '模型 {model} 尚未设置倍率或价格，请联系管理员设置。',
  },
  insufficient_user_quota: {
    en: "The balance of {balance} doesn't cover this request, which may cost {amount}. Top up.",
    zh: '余额不足：当前余额 {balance}，该请求最多需要 {amount}。请充值。',
  },
  insufficient_user_quota_limit: {
    en: "The balance of {balance} doesn't cover this request, which may cost {amount}. Top up, or lower {field}.",
    zh: '余额不足：当前余额 {balance}，该请求最多需要 {amount}。请充值或减小 {field}。',
  },
  insufficient_user_quota_shortest: {
    en: "The balance of {balance} doesn't cover the shortest response to this request without {field}, which needs {amount}. Top up, or set {field}.",
    zh: '余额不足：当前余额 {balance}，未设置 {field} 时该请求最短的响应也需要 {amount}。请充值或设置 {field}。',
  },
  insufficient_user_quota_prompt: {
    en: "The balance of {balance} doesn't cover this request, which needs {amount} even with the lowest {field}. Shorten the prompt, or top up.",
    zh: '余额不足：当前余额 {balance}，即使将 {field} 设为最小值，该请求也需要 {amount}。请缩短提示词或充值。',
  },
  insufficient_user_quota_held: {
    en: 'This request needs {amount}. Of the balance of {balance}, {held} is reserved for requests in progress ({calls}). Try again when they have finished, or top up.',
    zh: '余额不足：该请求需要 {amount}，当前余额 {balance} 中有 {held} 已为 {calls} 个进行中的请求预留。请等待这些请求结束后重试，或充值。',
  },
  insufficient_user_quota_held_unlimited: {
    en: 'This request needs {amount}. Of the balance of {balance}, {held} is reserved for requests in progress ({calls}). Try again when they have finished, set {field} to reserve less for each request, or top up.',
    zh: '余额不足：该请求需要 {amount}，当前余额 {balance} 中有 {held} 已为 {calls} 个进行中的请求预留。请等待这些请求结束后重试，或设置 {field} 以减少每个请求的预留额度，或充值。',
  },
  insufficient_user_quota_alone: {
    en: "This request refers to content that it doesn't include, such as earlier turns, files or searches, so it needs {amount} while other requests of the account are in progress. The balance is {balance}. Try again when they have finished, or top up.",
    zh: '余额不足：该请求引用了未包含在请求中的内容（如历史对话、文件或联网搜索），账户有其他请求进行时需要 {amount}，当前余额 {balance}。请等待其他请求结束后重试，或充值。',
  },
  balance_covers_short_answer: {
    en: 'The balance covers a response of about {tokens} tokens, and the provider rejected the request with that limit. Shorten the prompt, or top up.',
    zh: '余额仅够约 {tokens} 个 token 的响应，供应商拒绝了以此为上限的请求。请缩短提示词或充值。',
  },
  balance_needs_length_limit: {
    en: "The balance covers a response of about {tokens} tokens, and the provider of this model doesn't accept such a limit. Top up, or use another model.",
    zh: '余额仅够约 {tokens} 个 token 的响应，而该模型的供应商不接受响应长度上限。请充值或改用其他模型。',
  },
  insufficient_quota: {
    en: 'The balance ran out during the response, so it ends here. Top up to continue.',
    zh: '响应过程中余额已用尽，已中止。请充值后继续。',
  },
  response_unpaid: {
    en: "The balance doesn't cover another response at the moment. Wait for the responses in progress to finish, or top up.",
    zh: '当前余额不足以支付新的回复。请等待进行中的回复结束，或先充值。',
  },
  responses_full: {
    en: 'This session has {count} responses in progress, the maximum. Wait for one to finish.',
    zh: '本会话已有 {count} 个回复正在进行，已达单个会话的上限。请等待其中一个结束。',
  },
  pre_consume_token_quota_failed: {
    en: "The quota of API key {key}, {balance}, doesn't cover this request, which may cost {amount}. Raise the quota of the key.",
    zh: 'API 密钥 {key} 的额度不足：当前剩余 {balance}，该请求最多需要 {amount}。请提高该密钥的额度。',
  },
  pre_consume_token_quota_limit: {
    en: "The quota of API key {key}, {balance}, doesn't cover this request, which may cost {amount}. Raise the quota of the key, or lower {field}.",
    zh: 'API 密钥 {key} 的额度不足：当前剩余 {balance}，该请求最多需要 {amount}。请提高该密钥的额度或减小 {field}。',
  },
  pre_consume_token_quota_shortest: {
    en: "The quota of API key {key}, {balance}, doesn't cover the shortest response to this request without {field}, which needs {amount}. Raise the quota of the key, or set {field}.",
    zh: 'API 密钥 {key} 的额度不足：当前剩余 {balance}，未设置 {field} 时该请求最短的响应也需要 {amount}。请提高该密钥的额度或设置 {field}。',
  },
  pre_consume_token_quota_prompt: {
    en: "The quota of API key {key}, {balance}, doesn't cover this request, which needs {amount} even with the lowest {field}. Shorten the prompt, or raise the quota of the key.",
    zh: 'API 密钥 {key} 的额度不足：当前剩余 {balance}，即使将 {field} 设为最小值，该请求也需要 {amount}。请缩短提示词或提高该密钥的额度。',
  },
  pre_consume_token_quota_held: {
    en: 'This request needs {amount}. Of the quota of API key {key}, {balance}, {held} is reserved for requests in progress ({calls}). Try again when they have finished.',
    zh: 'API 密钥 {key} 的额度不足：该请求需要 {amount}，当前剩余 {balance} 中有 {held} 已为 {calls} 个进行中的请求预留。请等待这些请求结束后重试。',
  },
  pre_consume_token_quota_held_unlimited: {
    en: 'This request needs {amount}. Of the quota of API key {key}, {balance}, {held} is reserved for requests in progress ({calls}). Try again when they have finished, or set {field} to reserve less for each request.',
    zh: 'API 密钥 {key} 的额度不足：该请求需要 {amount}，当前剩余 {balance} 中有 {held} 已为 {calls} 个进行中的请求预留。请等待这些请求结束后重试，或设置 {field} 以减少每个请求的预留额度。',
  },
  pre_consume_token_quota_alone: {
    en: "This request refers to content that it doesn't include, such as earlier turns, files or searches, so it needs {amount} while other requests of the account are in progress. API key {key} has {balance} left. Try again when they have finished.",
    zh: 'API 密钥 {key} 的额度不足：该请求引用了未包含在请求中的内容（如历史对话、文件或联网搜索），账户有其他请求进行时需要 {amount}，当前剩余 {balance}。请等待其他请求结束后重试。',
  },
  // channels and upstreams
  channel_unknown: { en: "The channel {id} doesn't exist.", zh: '渠道 {id} 不存在。' },
  channel_disabled: { en: 'Channel {id} is disabled.', zh: '渠道 {id} 已被停用。' },
  no_channel: {
    en: 'No channel of the group {group} serves the model {model} at the moment. Try again later, or use another model.',
    zh: '当前分组 {group} 下没有可用于模型 {model} 的渠道，请稍后再试或改用其他模型。',
  },
  operation_unsupported: {
    en: 'No provider of the model {model} supports this request. Use another model.',
    zh: '模型 {model} 的渠道所属供应商均不支持此请求，请改用其他模型。',
  },
  model_mapped_error: {
    en: 'The model mapping of the channel is circular. Contact the administrator.',
    zh: '渠道的模型映射存在循环，请联系管理员。',
  },
  upstream_failed: {
    en: "The provider is unreachable or didn't respond. Try again.",
    zh: '供应商无法访问或没有响应，请重试。',
  },
  upstream_busy: { en: 'The provider is busy. Try again later.', zh: '供应商繁忙，请稍后再试。' },
  upstream_cut: {
    en: 'The provider closed the connection before the response was complete. Try again.',
    zh: '供应商在响应完成之前断开，请重试。',
  },
  upstream_too_long: {
    en: 'The response took longer than an hour and was stopped.',
    zh: '响应耗时超过一小时，已中止。',
  },
  upstream_no_content: {
    en: 'The provider returned status {status} without content. Try again.',
    zh: '供应商返回状态码 {status}，但没有内容，请重试。',
  },
  upstream_page: {
    en: 'The provider returned a web page (status {status}). Ask the administrator to check the base URL of the channel.',
    zh: '供应商返回了网页（状态码 {status}），请管理员检查渠道的接口地址。',
  },
  upstream_no_json: {
    en: 'The provider returned text instead of JSON (status {status}). Try again.',
    zh: '供应商返回的不是 JSON（状态码 {status}），请重试。',
  },
  upstream_no_events: {
    en: 'The provider ended its stream without an event. Try again.',
    zh: '供应商的流式响应没有任何事件，请重试。',
  },
  upstream_unreadable: {
    en: 'Unexpected response from the provider. Contact the administrator.',
    zh: '供应商的响应无法识别，请联系管理员。',
  },
  websocket_required: {
    en: 'This endpoint uses WebSocket. Connect to it with a realtime client.',
    zh: '该接口使用 WebSocket，请以 realtime 客户端连接。',
  },
  sessions_full: {
    en: 'You have {count} realtime sessions open, the maximum for one user. Close one of them first.',
    zh: '你已打开 {count} 个实时会话，已达每位用户的上限，请先关闭其中一个。',
  },
  sessions_busy: {
    en: 'The gateway has reached its limit of realtime sessions. Try again later.',
    zh: '网关的实时会话已达上限，请稍后再试。',
  },
  key_withdrawn: {
    en: 'The API key of this session can no longer be used, so the session was closed.',
    zh: '本会话所用的 API 密钥已不可用，会话到此结束。',
  },
  busy: { en: 'The gateway is busy. Try again in a few seconds.', zh: '网关繁忙，请稍后再试。' },
  bodies_refused: {
    en: 'Several of your large requests had too much structure, so large requests are rejected for {seconds} seconds. Check their errors, then try again.',
    zh: '你近期的多个大请求体结构过于复杂，{seconds} 秒内将不再读取你的大请求体。请先查看这些请求的错误信息，然后重试。',
  },
  bodies_full: {
    en: 'The gateway has reached its limit of requests. Try again in a few seconds.',
    zh: '网关正在处理的请求已达上限，请几秒后再试。',
  },
  connections_full: {
    en: 'Too many connections from your address: at most {count} at a time. Close some and try again.',
    zh: '来自你的地址的连接过多，同时最多 {count} 个，请关闭一些后重试。',
  },
  restarting: {
    en: 'The gateway is restarting. Try again in a few seconds.',
    zh: '网关正在重启，请稍后再试。',
  },
  // paths
  api_not_implemented: { en: "This endpoint isn't available yet.", zh: '该接口尚未提供。' },
  path_unknown: { en: "The endpoint {method} {path} doesn't exist.", zh: '接口 {method} {path} 不存在。' },
  path_outside_base: {
    en: "The endpoint {method} {path} doesn't exist. API paths start with /v1: check the base URL of your client.",
    zh: '接口 {method} {path} 不存在。接口路径以 /v1 开头，请检查客户端的 base URL。',
  },
  method_not_allowed: { en: 'This endpoint requires {method}.', zh: '该接口需使用 {method}。' },
  model_not_found: {
    en: "The model '{model}' doesn't exist. GET /v1/models lists the models that this key can use.",
    zh: "模型 '{model}' 不存在，可用 GET /v1/models 查看该密钥可用的模型。",
  },
  internal: { en: 'Something went wrong in the gateway. Try again.', zh: '网关内部错误，请重试。' },
} as const;
