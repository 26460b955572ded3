import type { CallContext } from '../../core/context.ts';

type TextContext = Pick<CallContext, 'options' | 'language'>;

/**
 * Formats an amount of quota units for the log: in dollars, or in units where the site shows no currency. The
 * sign of a negative amount comes before the currency.
 */
export function quotaText({ options: { current }, language }: TextContext, quota: number): string {
  const sign = quota < 0 ? '-' : '';
  const dollars = `${sign}＄${(Math.abs(quota) / current.QuotaPerUnit).toFixed(6)}`;
  if (language === 'zh') return current.DisplayInCurrencyEnabled ? `${dollars} 额度` : `${quota} 点额度`;
  return current.DisplayInCurrencyEnabled ? dollars.replace('＄', '$') : `${quota} units`;
}

interface PriceValues {
  /** Dollars a call. */
  readonly price: string;
  readonly times: string;
  readonly group: string;
}

interface RatioValues {
  readonly model: string;
  readonly completion: string;
  readonly group: string;
}

/** The content of usage-log rows in exported files. */
export const contentTexts = {
  en: {
    separator: ', ',
    action: 'action',
    test: 'Channel test',
    ratios: ({ model, completion, group }: RatioValues) =>
      `Model ratio ${model}, output ratio ${completion}, group ratio ${group}`,
    price: ({ price, times, group }: PriceValues) =>
      `Price per request $${price}${times === '1' ? '' : ` × ${times}`}, group ratio ${group}`,
    refund: ({ task, amount }: { task: string; amount: string }) => `Task ${task} failed, refunded ${amount}`,
    resumed: ({ response, amount }: { response: string; amount: string }) =>
      `Another gateway continued the background response ${response}, refunded the estimate of ${amount}`,
  },
  zh: {
    separator: '，',
    action: '操作',
    test: '渠道测试',
    ratios: ({ model, completion, group }: RatioValues) =>
      `模型倍率 ${model}，补全倍率 ${completion}，分组倍率 ${group}`,
    price: ({ price, times, group }: PriceValues) =>
      `模型价格 $${price}${times === '1' ? '' : ` × ${times}`}，分组倍率 ${group}`,
    refund: ({ task, amount }: { task: string; amount: string }) => `任务 ${task} 失败，已退回 ${amount}`,
    resumed: ({ response, amount }: { response: string; amount: string }) =>
      `后台响应 ${response} 由另一个网关接续，已退回预估费用 ${amount}`,
  },
} as const;
