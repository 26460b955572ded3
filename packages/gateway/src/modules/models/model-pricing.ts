import type { PricedOptions } from './book/price-book.ts';
import { findPrice } from './find-price.ts';
import { factsOf, type ModelKind } from './model-facts.ts';
import { chargesWrites } from './price-parts.ts';

/** What clients of OpenRouter read of a model: its size, its price in dollars per token, and what requests may set. */
export function openRouterFields(options: PricedOptions, model: string, group: string) {
  const { context, maxOutput, kind, capabilities } = factsOf(model);
  const price = findPrice(options, model, group, false);
  return {
    ...(context !== undefined && { context_length: context }),
    ...(maxOutput !== undefined && { max_completion_tokens: maxOutput }),
    ...(price && { pricing: pricingOf(price, kind, chargesWrites(options, model)) }),
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
function pricingOf(price: Price, kind: ModelKind, hasWrites: boolean) {
  const { groupRatio, modelRatio } = price;
  if (price.kind === 'call')
    return { prompt: '0', completion: '0', request: decimalText(price.dollars * groupRatio) };
  if (price.kind === 'second')
    return { prompt: '0', completion: '0', request: '0', second: decimalText(price.dollars * groupRatio) };
  const input = (modelRatio * groupRatio) / price.quotaPerUnit;
  return {
    prompt: decimalText(input),
    // Vectors and ranks have no answer that costs.
    completion: kind === 'embedding' || kind === 'rerank' ? '0' : decimalText(input * price.completionRatio),
    request: '0',
    input_cache_read: decimalText(input * price.cacheRatio),
    ...(hasWrites && { input_cache_write: decimalText(input * price.cacheWriteRatio) }),
  };
}

function decimalText(dollars: number): string {
  const text = Number(dollars.toPrecision(12)).toFixed(18);
  return text.replace(/\.?0+$/, '') || '0';
}
