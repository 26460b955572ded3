import type { Meta, StoryObj } from '@storybook/react';
import {
  breakpoint,
  chartSeries,
  colors,
  contrast,
  elevation,
  layout,
  motion,
  type Palette,
  radius,
  space,
  textPairs,
  type,
} from '@tollgate/design-tokens';
import { CopyText, useTheme } from '@tollgate/ui/core';
import './tokens.css';

const meta: Meta = { title: 'Tokens/All' };
export default meta;

export const Colors: StoryObj = { render: () => <Swatches /> };

export const TextPairs: StoryObj = { render: () => <Pairs /> };

export const ChartSeries: StoryObj = { render: () => <Series /> };

export const Elevation: StoryObj = { render: () => <Shadows /> };

export const TypeSpaceAndMotion: StoryObj = { render: () => <Measures /> };

function Swatches() {
  const palette = colors[useTheme()];
  return (
    <ul className="sb-tokens">
      {Object.entries(palette).map(([name, value]) => (
        <li key={name}>
          <span className="sb-tokens-swatch" style={{ background: value }} />
          <strong>{name}</strong>
          <span>{uses[name as keyof Palette]}</span>
          <CopyText text={`var(${variableOf(name)})`} what={name} />
          <span className="tg-muted tg-number">
            {value}, {contrast(value, palette.surface).toFixed(2)} on surface
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The CSS variable of a token. */
function variableOf(name: string): string {
  return `--tg-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

const uses: Record<keyof Palette, string> = {
  page: 'Behind everything',
  chrome: 'Header, sidebar, brand panel',
  surface: 'Inputs, tables',
  raised: 'Popups, drawers, dialogs',
  sunken: 'Code, rows that are off',
  hover: 'Under the pointer',
  text: 'What is read',
  textSecondary: 'Sentences that explain',
  textMuted: 'Labels, hints, times',
  textDisabled: 'What cannot be used',
  border: 'Hairlines between groups',
  borderStrong: 'Edges that separate more',
  borderControl: 'Edges of inputs',
  brand: 'What can be pressed, what is selected',
  brandHover: 'Brand under the pointer',
  brandActive: 'Brand while pressed',
  brandSoft: 'Fill of what is selected',
  onBrand: 'Text on brand',
  money: 'Money that needs attention',
  moneySoft: 'Fill behind such money',
  success: 'Works, paid, on',
  successSoft: 'Fill behind success',
  warning: 'Needs a look soon',
  warningSoft: 'Fill behind a warning',
  danger: 'Failed, destructive',
  dangerHover: 'Danger under the pointer',
  dangerSoft: 'Fill behind danger',
  onDanger: 'Text on danger',
  info: 'Goes on, neutral news',
  infoSoft: 'Fill behind info',
  neutral: 'Off, without a judgment',
  neutralSoft: 'Fill behind neutral',
  violet: 'A kind, such as a group',
  violetSoft: 'Fill behind violet',
  tooltip: 'Fill of tooltips',
  onTooltip: 'Text of tooltips',
  mask: 'Over the page behind a dialog',
};

function Pairs() {
  const palette = colors[useTheme()];
  return (
    <ul className="sb-tokens sb-tokens-pairs">
      {textPairs.map(([text, surface]) => (
        <li
          key={`${text}-${surface}`}
          className="sb-tokens-pair"
          style={{ color: palette[text], background: palette[surface] }}
        >
          <span>
            {text} on {surface}
          </span>
          <strong className="tg-number">
            {contrast(palette[text], palette[surface]).toFixed(2)}{' '}
            {contrast(palette[text], palette[surface]) >= 7 ? 'AAA' : 'AA'}
          </strong>
        </li>
      ))}
    </ul>
  );
}

function Series() {
  const theme = useTheme();
  return (
    <ul className="sb-tokens">
      {chartSeries[theme].map((value, index) => (
        <li key={value}>
          <span className="sb-tokens-swatch" style={{ background: value }} />
          <strong>{index + 1}</strong>
          <code>{value}</code>
          <span className="tg-number">{contrast(value, colors[theme].surface).toFixed(2)}</span>
        </li>
      ))}
    </ul>
  );
}

function Shadows() {
  return (
    <ul className="sb-tokens">
      {Object.entries(elevation[useTheme()]).map(([name, value]) => (
        <li key={name}>
          <span className="sb-tokens-shadow" style={{ boxShadow: value }} />
          <strong>{name}</strong>
          <code>{value}</code>
        </li>
      ))}
    </ul>
  );
}

function Measures() {
  return (
    <div className="sb-tokens-measures">
      {Object.values(type.size).map((size) => (
        <p key={size} style={{ fontSize: size }}>
          {size} px: the toll of 1,234 requests is $5.60，共 1,234 次请求
        </p>
      ))}
      {Object.entries(space).map(([name, size]) => (
        <p key={name}>
          <span className="sb-tokens-bar" style={{ width: size }} /> space {name}: {size} px
        </p>
      ))}
      {Object.entries(radius).map(([name, size]) => (
        <p key={name}>
          <span className="sb-tokens-box" style={{ borderRadius: size }} /> radius {name}: {size} px
        </p>
      ))}
      {Object.entries({ ...layout, ...breakpoint }).map(([name, size]) => (
        <p key={name}>
          layout {name}: {size} px
        </p>
      ))}
      {Object.entries(motion).map(([name, ms]) => (
        <p key={name}>
          motion {name}: {ms} ms
        </p>
      ))}
    </div>
  );
}
