import {
  channelTypes,
  type listChannelModels,
  type listChannelTypes,
  type listEnabledModels,
  type listModelsByType,
  type Output,
} from '@tollgate/contract';
import type { Context } from '../../core/context.ts';
import { defaultModels } from '../channels/providers/default-models.ts';
import * as abilities from '../channels/repository/abilities.ts';
import { modelCard } from './model-card.ts';

export function listKnown(): Output<typeof listChannelModels> {
  const owners = new Map<string, string>();
  for (const { code, label } of channelTypes) {
    for (const model of defaultModels[code] ?? []) if (!owners.has(model)) owners.set(model, label);
  }
  return [...owners].map(([id, owner]) => modelCard(id, owner));
}

export function listByType(): Output<typeof listModelsByType> {
  const lists = Object.entries(defaultModels).map(([code, models]) => [code, [...models]]);
  const unknown = channelTypes.filter((type) => type.hasOwnModelNames).map(({ code }) => [code, null]);
  return Object.fromEntries([...lists, ...unknown]);
}

export function listEnabled(ctx: Context): Promise<Output<typeof listEnabledModels>> {
  return abilities.listModels(ctx.db);
}

/** Channel types to choose from, including old codes so that existing channels show their name. */
export function listTypes(): Output<typeof listChannelTypes> {
  return channelTypes.map(({ code, label, color, baseUrl, serves }) => ({
    code,
    label,
    color,
    default_base_url: baseUrl,
    available: serves !== 'nothing',
  }));
}
