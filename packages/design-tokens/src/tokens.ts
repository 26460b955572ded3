/** Every visual decision of the console, once. `build.ts` turns this into CSS variables; charts read it directly. */
export type Theme = 'light' | 'dark';

export const themes = ['light', 'dark'] as const satisfies readonly Theme[];

/** Colors as `#rrggbb`. `soft` is the quiet fill behind text of the same name; `on` is text upon a solid fill. */
export interface Palette {
  page: string;
  /** What surrounds the page: header, sidebar and the brand panel of the entry pages. */
  chrome: string;
  surface: string;
  raised: string;
  sunken: string;
  hover: string;
  text: string;
  textSecondary: string;
  textMuted: string;
  textDisabled: string;
  border: string;
  borderStrong: string;
  /** Edge of inputs: 3:1 on every surface. */
  borderControl: string;
  brand: string;
  brandHover: string;
  brandActive: string;
  brandSoft: string;
  onBrand: string;
  money: string;
  moneySoft: string;
  success: string;
  successSoft: string;
  warning: string;
  warningSoft: string;
  danger: string;
  dangerHover: string;
  dangerSoft: string;
  onDanger: string;
  info: string;
  infoSoft: string;
  neutral: string;
  neutralSoft: string;
  violet: string;
  violetSoft: string;
  tooltip: string;
  onTooltip: string;
  mask: string;
}

export const colors: Record<Theme, Palette> = {
  light: {
    page: '#ffffff',
    chrome: '#f6f9f8',
    surface: '#ffffff',
    raised: '#ffffff',
    sunken: '#f4f7f6',
    hover: '#f1f6f5',
    text: '#10211f',
    textSecondary: '#3d504c',
    textMuted: '#56685f',
    textDisabled: '#8d9d99',
    border: '#e3eae8',
    borderStrong: '#c9d5d2',
    borderControl: '#7d8f8b',
    brand: '#0f766e',
    brandHover: '#115e59',
    brandActive: '#134e4a',
    brandSoft: '#e2f2f0',
    onBrand: '#ffffff',
    money: '#b45309',
    moneySoft: '#fff6e6',
    success: '#156f37',
    successSoft: '#e6f5ea',
    warning: '#8a5300',
    warningSoft: '#fff4d6',
    danger: '#b91c1c',
    dangerHover: '#991b1b',
    dangerSoft: '#fdecec',
    onDanger: '#ffffff',
    info: '#1d4fd1',
    infoSoft: '#e8effd',
    neutral: '#4a5c58',
    neutralSoft: '#eaf0ee',
    violet: '#6d35c7',
    violetSoft: '#f1eafc',
    tooltip: '#152927',
    onTooltip: '#f2f7f6',
    mask: '#0a1514',
  },
  dark: {
    page: '#0f1716',
    chrome: '#0b1211',
    surface: '#0f1716',
    raised: '#1a2625',
    sunken: '#141f1e',
    hover: '#1c2928',
    text: '#e7f0ee',
    textSecondary: '#b7c6c3',
    textMuted: '#93a5a1',
    textDisabled: '#5f726e',
    border: '#223130',
    borderStrong: '#324442',
    borderControl: '#6f837f',
    brand: '#2dd4bf',
    brandHover: '#5eead4',
    brandActive: '#99f6e4',
    brandSoft: '#11322e',
    onBrand: '#04221f',
    money: '#fbbf24',
    moneySoft: '#33270a',
    success: '#5ddb8a',
    successSoft: '#12301d',
    warning: '#f5c451',
    warningSoft: '#33270a',
    danger: '#fb8a8a',
    dangerHover: '#fda4a4',
    dangerSoft: '#3b1a1b',
    onDanger: '#2d0707',
    info: '#8fbcff',
    infoSoft: '#16284a',
    neutral: '#b7c6c3',
    neutralSoft: '#223130',
    violet: '#c4a6f7',
    violetSoft: '#2c1f47',
    tooltip: '#e7f0ee',
    onTooltip: '#10211f',
    mask: '#030807',
  },
};

/** Eight series that stay apart for color-blind readers; the ninth is {@link seriesOther}. At least 3:1 on the surface. */
export const chartSeries: Record<Theme, readonly string[]> = {
  light: ['#0f766e', '#b87700', '#0068b8', '#b8518b', '#c24e00', '#3a8bbf', '#7a7400', '#6b4aa8'],
  dark: ['#2dd4bf', '#f0b429', '#5aa9e6', '#e39ac4', '#f5853f', '#a3d5f7', '#d9d25a', '#b79ae3'],
};

export const seriesOther: Record<Theme, string> = { light: '#6b7d79', dark: '#8b9d99' };

/** Text on a fill somewhere in the console. Each pair holds 4.5:1 in both themes. */
export const textPairs: readonly (readonly [text: keyof Palette, surface: keyof Palette])[] = [
  ...(['text', 'textSecondary', 'textMuted', 'brand'] as const).flatMap((text) =>
    (['page', 'chrome', 'surface', 'raised', 'sunken', 'hover'] as const).map(
      (surface) => [text, surface] as const,
    ),
  ),
  ...(['money', 'success', 'warning', 'danger', 'info', 'neutral', 'violet'] as const).flatMap((text) =>
    (['surface', 'raised', `${text}Soft`] as const).map((surface) => [text, surface] as const),
  ),
  ['brand', 'brandSoft'],
  ['text', 'brandSoft'],
  ['textSecondary', 'neutralSoft'],
  ['onBrand', 'brand'],
  ['onBrand', 'brandHover'],
  ['onBrand', 'brandActive'],
  ['onDanger', 'danger'],
  ['onDanger', 'dangerHover'],
  ['onTooltip', 'tooltip'],
];

/** Pixels, on a grid of 4. */
export const space = { 1: 4, 2: 8, 3: 12, 4: 16, 5: 20, 6: 24, 8: 32, 10: 40, 12: 48 } as const;

/** Pixels. */
export const radius = { small: 4, medium: 6, large: 10 } as const;

export const type = {
  family:
    "'Inter Variable', -apple-system, BlinkMacSystemFont, 'Segoe UI', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif",
  mono: "'JetBrains Mono', ui-monospace, SFMono-Regular, Menlo, Consolas, 'PingFang SC', 'Microsoft YaHei', monospace",
  /** Pixels. */
  size: { 12: 12, 13: 13, 14: 14, 16: 16, 20: 20, 24: 24, 28: 28, 40: 40 },
  weight: { regular: 400, medium: 500, strong: 600 },
} as const;

/** Shadows as CSS, with the theme's own darkness. */
export const elevation: Record<Theme, { low: string; high: string }> = {
  light: {
    low: '0 1px 2px rgb(16 33 31 / 8%)',
    high: '0 8px 28px rgb(16 33 31 / 16%), 0 1px 3px rgb(16 33 31 / 10%)',
  },
  dark: {
    low: '0 1px 2px rgb(0 0 0 / 50%)',
    high: '0 10px 32px rgb(0 0 0 / 60%), 0 0 0 1px rgb(231 240 238 / 8%)',
  },
};

/** Milliseconds. */
export const motion = { fast: 120, slow: 200 } as const;

/** Pixels. Up to and including `mobile` a page is laid out for a phone. */
export const breakpoint = { mobile: 600, tablet: 900 } as const;

/** Pixels. */
export const layout = {
  header: 56,
  sidebar: 200,
  sidebarFolded: 60,
  content: 24,
  contentMobile: 12,
  form: 720,
  row: 44,
  rowCompact: 36,
  touch: 40,
} as const;
