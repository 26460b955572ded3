import type { Language } from './language.ts';

const locale: Record<Language, string> = { en: 'en-US', zh: 'zh-CN' };

/** Formats a number as the language writes it: `12,345.6`. `options` are those of `Intl.NumberFormat`. */
export function formatNumber(value: number, language: Language, options?: Intl.NumberFormatOptions): string {
  return numberFormat(language, options).format(value);
}

/** Shortens large counts, the same in both languages: 9,999 then 12.3k, 4.5M, 6.7B. */
export function formatCount(value: number, language: Language = 'en'): string {
  const size = Math.abs(value);
  if (size < 10_000) return formatNumber(value, language, { maximumFractionDigits: 2 });
  const [divisor, unit] = size < 999_950 ? [1e3, 'k'] : size < 999_950_000 ? [1e6, 'M'] : [1e9, 'B'];
  return `${formatNumber(value / divisor, language, { maximumFractionDigits: 1 })}${unit}`;
}

/** `share` is 0 to 1: 0.256 reads 25.6%. */
export function formatPercent(share: number, language: Language): string {
  return formatNumber(share, language, { style: 'percent', maximumFractionDigits: 1 });
}

/** Local date and time to the second: `2026-03-01 09:05:00`, the same in both languages so that it sorts and pastes. */
export function formatTime(epochSeconds: number): string {
  const date = new Date(epochSeconds * 1000);
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(twoDigits).join('-');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
  return `${day} ${time}`;
}

/** A local day as read aloud: `Sunday, March 1, 2026`, `2026年3月1日星期日`. */
export function formatDay(date: Date, language: Language): string {
  return date.toLocaleDateString(locale[language], { dateStyle: 'full' });
}

/**
 * The distance from `nowMs` in the largest whole unit: `3 minutes ago`, `2 天后`, with a space around digits. Under ten
 * seconds is `now`. Days are counted up to two months, and always in numbers: "next month" may be 20 days away.
 */
export function formatRelative(epochSeconds: number, language: Language, nowMs: number = Date.now()): string {
  const seconds = Math.round(epochSeconds - nowMs / 1000);
  const words = new Intl.RelativeTimeFormat(locale[language], { numeric: 'auto' });
  if (Math.abs(seconds) < 10) return justNow[language];
  const [unit, size] = units.find(([, , from]) => Math.abs(seconds) >= from) ?? ['second', 1];
  const isLong = unit === 'month' || unit === 'year';
  const format = isLong ? new Intl.RelativeTimeFormat(locale[language]) : words;
  return format.format(Math.trunc(seconds / size), unit).replace(/(\d)(?=\p{Script=Han})/gu, '$1 ');
}

/** What Intl calls "now" and 现在, which no sentence takes: "Updated now", 更新于现在. */
const justNow: Record<Language, string> = { en: 'just now', zh: '刚刚' };

/** A duration: `840 ms`, `1.2 s`, `12 s`, `3 min 5 s`, `2 小时 10 分`. */
export function formatDuration(milliseconds: number, language: Language = 'en'): string {
  const { ms, s, min, h } = durationUnits[language];
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ${ms}`;
  if (milliseconds < 9950) return `${(milliseconds / 1000).toFixed(1).replace(/\.0$/, '')} ${s}`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} ${s}`;
  if (seconds < 3600) return join(Math.floor(seconds / 60), min, seconds % 60, s);
  return join(Math.floor(seconds / 3600), h, Math.floor((seconds % 3600) / 60), min);
}

const durationUnits: Record<Language, Record<'ms' | 's' | 'min' | 'h', string>> = {
  en: { ms: 'ms', s: 's', min: 'min', h: 'h' },
  zh: { ms: '毫秒', s: '秒', min: '分', h: '小时' },
};

function join(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0');
}

const formats = new Map<string, Intl.NumberFormat>();

/** Cached: tables format thousands of numbers, and creating the formatter is slow. */
function numberFormat(language: Language, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = language + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.NumberFormat(locale[language], options);
  formats.set(key, format);
  return format;
}

/** Each unit with its seconds, and the seconds from which it is used. */
const units: [Intl.RelativeTimeFormatUnit, size: number, from: number][] = [
  ['year', 31_536_000, 31_536_000],
  ['month', 2_592_000, 5_184_000],
  ['day', 86_400, 86_400],
  ['hour', 3600, 3600],
  ['minute', 60, 60],
];
