import {
  channelTypes,
  type listChannelModels,
  type listChannelTypes,
  type listEnabledModels,
  type listModelsByType,
  type Output,
  servedWires,
} from '@tollgate/contract';
import type { Context } from '../core/context.ts';
import * as abilities from '../repositories/abilities.ts';
import { defaultModels } from './default-models.ts';
import { modelCard } from './model-card.ts';

export function listKnown(): Output<typeof listChannelModels> {
  const owners = new Map<string, string>();
  for (const { code, label } of channelTypes) {
    for (const model of defaultModels[code] ?? []) if (!owners.has(model)) owners.set(model, label);
  }
  return [...owners].map(([id, owner]) => modelCard(id, owner));
}

/** Its channels serve applications, whose names only their owner knows. */
const DIFY = 37;

export function listByType(): Output<typeof listModelsByType> {
  const lists = Object.entries(defaultModels).map(([code, models]) => [code, [...models]]);
  return { ...Object.fromEntries(lists), [DIFY]: null };
}

export function listEnabled(ctx: Context): Promise<Output<typeof listEnabledModels>> {
  return abilities.listModels(ctx.db);
}

/** What a person may choose for a channel, codes of the past included so that old channels show their name. */
export function listTypes(): Output<typeof listChannelTypes> {
  return channelTypes.map(({ code, label, color, baseUrl, wire }) => ({
    code,
    label,
    color,
    default_base_url: baseUrl,
    available: servedWires.has(wire),
  }));
}
