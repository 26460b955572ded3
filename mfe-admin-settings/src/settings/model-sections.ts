import type { SettingsSection } from './describe.ts';

/** Options for the models of one vendor, and for all models. */
export const modelSections: readonly SettingsSection[] = [
  {
    id: 'gemini',
    fields: [
      {
        key: 'gemini.safety_settings',
        name: 'gemini-safety',
        kind: 'json',
        rows: 6,
        map: { kind: 'text', heads: ['category', 'threshold'] },
      },
      {
        key: 'gemini.version_settings',
        name: 'gemini-version',
        kind: 'json',
        rows: 6,
        map: { kind: 'text', heads: ['model', 'version'] },
      },
      { key: 'gemini.thinking_adapter_enabled', name: 'gemini-thinking', kind: 'flag' },
      {
        key: 'gemini.thinking_adapter_budget_tokens_percentage',
        name: 'gemini-thinking-budget',
        kind: 'number',
        min: 0.01,
        max: 1,
      },
    ],
  },
  {
    id: 'claude',
    fields: [
      { key: 'claude.model_headers_settings', name: 'claude-headers', kind: 'json', rows: 6 },
      {
        key: 'claude.default_max_tokens',
        name: 'claude-max-tokens',
        kind: 'json',
        rows: 5,
        map: { kind: 'number', heads: ['model', 'max-tokens'] },
      },
      { key: 'claude.thinking_adapter_enabled', name: 'claude-thinking', kind: 'flag' },
      {
        key: 'claude.thinking_adapter_budget_tokens_percentage',
        name: 'claude-thinking-budget',
        kind: 'number',
        min: 0.1,
        max: 1,
      },
    ],
  },
  {
    id: 'global',
    fields: [
      { key: 'global.pass_through_request_enabled', name: 'pass-through', kind: 'flag' },
      { key: 'general_setting.ping_interval_enabled', name: 'ping-interval-enabled', kind: 'flag' },
      {
        key: 'general_setting.ping_interval_seconds',
        name: 'ping-interval-seconds',
        kind: 'integer',
        min: 1,
        max: 600,
        unit: 'seconds',
      },
      {
        key: 'StreamCacheQueueLength',
        name: 'stream-cache-queue-length',
        kind: 'integer',
        min: 0,
        unit: 'parts',
      },
    ],
  },
];
