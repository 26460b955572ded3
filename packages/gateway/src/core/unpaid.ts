/** What a provider says of a refused request. */
export interface ProviderRefusal {
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly kind: string;
  readonly code: string;
  readonly message: string;
}

/** How attempts and last errors name an account without credit, whatever the provider calls it. */
export const UNPAID = 'upstream_unpaid';

/**
 * Whether the account at the provider is out of credit. Few providers answer 402: OpenAI, Zhipu, Moonshot and xAI
 * answer 429, Anthropic and Alibaba Cloud 400, SiliconFlow and Volcengine 403.
 */
export function isUnpaid({ status, kind, code, message }: ProviderRefusal): boolean {
  if (status === 402) return true;
  if (status < 400 || status > 499) return false;
  return unpaidCodes.has(code) || unpaidCodes.has(kind) || unpaidWords.test(message);
}

/** Whether a smaller request would be paid: OpenRouter refuses requests that the rest of the credit does not cover. */
export function coversLess({ status, message }: ProviderRefusal): boolean {
  return status === 402 && /fewer max_tokens|can only afford/i.test(message);
}

const unpaidCodes = new Set([
  // OpenAI, and vendors with its codes: https://platform.openai.com/docs/guides/error-codes
  'insufficient_quota',
  'billing_not_active',
  'billing_hard_limit_reached',
  // Anthropic: https://docs.anthropic.com/en/api/errors
  'billing_error',
  // new-api and one-api
  'insufficient_user_quota',
  // Moonshot: https://platform.moonshot.ai/docs/api/chat
  'exceeded_current_quota_error',
  // Zhipu: https://docs.z.ai/api-reference/api-code
  '1113',
  // SiliconFlow, with 403
  '30001',
  // Alibaba Cloud Model Studio
  'Arrearage',
  // Volcengine Ark
  'AccountOverdueError',
  'OperationDenied.ServiceOverdue',
]);

const unpaidWords =
  /credit balance is too low|insufficient (?:account )?(?:balance|credits?|funds)|balance is (?:insufficient|overdue|not enough)|used all available credits|purchase more credits|in arrears|overdue balance|billing hard limit|余额不足|已欠费|账户欠费/i;
