import type { TakenChannel } from './taken-channel.ts';
import { type Fields, toObject } from './values.ts';

interface Target {
  readonly type: number;
  /** For channels without an address of their own. */
  readonly base?: string;
}

/** The types of one-api that have another number here. Those that are missing do not exist here. */
const types: Readonly<Record<number, Target>> = {
  2: { type: 1, base: 'https://oa.api2d.net' },
  4: { type: 1, base: 'https://api.closeai-proxy.xyz' },
  5: { type: 1, base: 'https://api.openai-sb.com' },
  26: { type: 1, base: 'https://api.baichuan-ai.com' },
  27: { type: 35 },
  28: { type: 42 },
  29: { type: 1, base: 'https://api.groq.com/openai' },
  30: { type: 4 },
  31: { type: 31 },
  32: { type: 1, base: 'https://api.stepfun.com' },
  33: { type: 33 },
  35: { type: 34 },
  36: { type: 43 },
  37: { type: 39 },
  39: { type: 1, base: 'https://api.together.xyz' },
  40: { type: 45 },
  41: { type: 1, base: 'https://api.novita.ai/v3/openai' },
  42: { type: 41 },
  44: { type: 40 },
  45: { type: 48 },
  47: { type: 46 },
  48: { type: 1, base: 'https://spark-api-open.xf-yun.com' },
  49: { type: 17 },
  50: { type: 1 },
  51: { type: 24 },
};
const LAST_COMMON_TYPE = 25;
/** No provider has it. */
const UNKNOWN_TYPE = 999;

/** A channel of one-api: its type by name, and what one-api keeps in `config`. */
export function toOneApiChannel(channel: TakenChannel, fields: Fields): TakenChannel {
  const type = channel.type ?? 0;
  const target = types[type] ?? { type: type <= LAST_COMMON_TYPE ? type : UNKNOWN_TYPE };
  const config = toObject(fields.json('config'));
  const text = (name: string) => String(config[name] ?? '');
  const other =
    text('api_version') || text('library_id') || text('plugin') || text('user_id') || text('region');
  return {
    ...channel,
    type: target.type,
    base_url: channel.base_url || target.base || '',
    other: channel.other || other,
    key: keyOf(target.type, channel.key, text),
    auto_ban: fields.whole('auto_ban', 1),
  };
}

function keyOf(type: number, key: string, config: (name: string) => string): string {
  if (type === 33 && config('ak')) return [config('ak'), config('sk'), config('region')].join('|');
  return type === 41 ? config('vertex_ai_adc') || key : key;
}
