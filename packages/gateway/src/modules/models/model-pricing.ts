import type { PricedOptions } from './book/price-book.ts';
import { findPrice } from './find-price.ts';
import { factsOf } from './model-facts.ts';

/** What clients of OpenRouter read of a model: its size, its price in dollars per token, and what requests may set. */
export function openRouterFields(options: PricedOptions, model: string, group: string) {
  const { context, maxOutput, kind, capabilities } = factsOf(model);
  const price = findPrice(options, model, group, false);
  return {
    ...(context !== undefined && { context_length: context }),
    ...(maxOutput !== undefined && { max_completion_tokens: maxOutput }),
    ...(price && { pricing: pricingOf(price) }),
    ...(kind === 'chat' && {
      supported_parameters: [
        ...['max_tokens', 'temperature', 'top_p', 'stop', 'stream'],
        ...(capabilities.includes('tools') ? ['tools', 'tool_choice'] : []),
        ...(capabilities.includes('reasoning') ? ['reasoning', 'reasoning_effort'] : []),
      ],
    }),
  };
}

type Price = NonNullable<ReturnType<typeof findPrice>>;

/** Texts, as OpenRouter has them: a millionth of a dollar is no number that everybody prints. */
function pricingOf(price: Price) {
  const { groupRatio, modelRatio } = price;
  if (price.kind === 'call')
    return { prompt: '0', completion: '0', request: decimalText(price.dollars * groupRatio) };
  if (price.kind === 'second')
    return { prompt: '0', completion: '0', request: '0', second: decimalText(price.dollars * groupRatio) };
  const input = (modelRatio * groupRatio) / price.quotaPerUnit;
  return {
    prompt: decimalText(input),
    completion: decimalText(input * price.completionRatio),
    request: '0',
    input_cache_read: decimalText(input * price.cacheRatio),
    input_cache_write: decimalText(input * price.cacheWriteRatio),
  };
}

function decimalText(dollars: number): string {
  const text = Number(dollars.toPrecision(12)).toFixed(18);
  return text.replace(/\.?0+$/, '') || '0';
}
