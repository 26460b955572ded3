/** Where and with what to call: one channel, its key unsealed, for one call. */
export interface Target {
  /** Without a slash at the end. */
  baseUrl: string;
  key: string;
  /** The name that the upstream knows the model by. */
  model: string;
  /** `other` of the channel: version, region, account, as its type says. */
  other: string;
  organization: string;
  options: VendorOptions;
  stream: boolean;
  /** The channel goes through a proxy. */
  proxy?: string;
  /** What is done with the model, for callers whose address says so. */
  task?: string | undefined;
  /** Of callers who speak the upstream's dialect: what it must see. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** The options of the gateway that vendors care about, under their names on the wire. */
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
