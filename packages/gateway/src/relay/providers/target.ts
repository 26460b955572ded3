/** The settings of one channel for one call, with its key decrypted. */
export interface Target {
  /** Without a trailing slash. */
  baseUrl: string;
  key: string;
  /** The upstream's name of the model. */
  model: string;
  /** The caller's name of the model: it may tell more than the name of a deployment. */
  callerModel?: string;
  /** `other` of the channel: version, region or account, depending on its type. */
  other: string;
  organization: string;
  options: VendorOptions;
  stream: boolean;
  /** The channel has converted prompts cached. */
  cachesPrompts?: boolean;
  /** The proxy of the channel. */
  proxy?: string;
  /** The task for the model, when the caller's path names it. */
  task?: string | undefined;
  /** The caller's headers that an upstream of the same dialect needs. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** The gateway options that vendors need, under their names in the console API. */
export interface VendorOptions {
  SystemName: string;
  ServerAddress: string;
  'claude.model_headers_settings': Record<string, Record<string, string[]>>;
  'claude.default_max_tokens': ReadonlyMap<string, number>;
  'claude.thinking_adapter_enabled': boolean;
  'claude.thinking_adapter_budget_tokens_percentage': number;
  'gemini.version_settings': ReadonlyMap<string, string>;
  'gemini.safety_settings': ReadonlyMap<string, string>;
  'gemini.thinking_adapter_enabled': boolean;
  'gemini.thinking_adapter_budget_tokens_percentage': number;
}

export interface Address {
  url: string;
  headers: Record<string, string>;
}
