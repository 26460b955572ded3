import {
  formatCount,
  formatDollars,
  formatDuration,
  formatNumber,
  formatPercent,
  formatQuota,
  formatRelative,
  formatTime,
  type Language,
  type QuotaDisplay,
  useLanguage,
} from '@tollgate/i18n';
import { useMemo } from 'react';
import { useQuotaDisplay } from './quota-display.ts';

/** The formatters of `@tollgate/i18n`, bound to the current language and the server's quota display. */
export function useFormat(): Format {
  const { language } = useLanguage();
  const display = useQuotaDisplay();
  return useMemo(() => bind(language, display), [language, display]);
}

export type Format = ReturnType<typeof bind>;

function bind(language: Language, display: QuotaDisplay) {
  return {
    quota: (quota: number, decimals?: number) => formatQuota(quota, display, language, decimals),
    /** A price in dollars, in the currency of the site. */
    dollars: (dollars: number, mostDecimals?: number) =>
      formatDollars(dollars, display, language, mostDecimals),
    number: (value: number, options?: Intl.NumberFormatOptions) => formatNumber(value, language, options),
    count: (value: number) => formatCount(value, language),
    percent: (share: number) => formatPercent(share, language),
    time: formatTime,
    relative: (epochSeconds: number) => formatRelative(epochSeconds, language),
    duration: (milliseconds: number) => formatDuration(milliseconds, language),
  };
}
