import { findPrice } from '../../modules/models/find-price.ts';
import { type Model, providers, readModel } from './litellm-params.ts';
import { addPrices, type OwnPrice, ownPriceOf } from './litellm-prices.ts';
import { createOpener, readCredentials } from './litellm-sealed.ts';
import type { Note } from './report.ts';
import type { Step } from './run-steps.ts';
import { addChannel } from './take-channels.ts';
import type { TakenChannel } from './taken-channel.ts';
import { Fields, toObject } from './values.ts';

const UNKNOWN_TYPE = 999;
const MOST_MODELS = 100_000;

/** Models with the same provider, address and key are one channel. */
export const modelStep: Step = {
  name: 'channels',
  table: 'LiteLLM_ProxyModelTable',
  key: 'model_id',
  batch: MOST_MODELS,
  async write({ saltKey, source }, tx, rows, note) {
    const open = createOpener(saltKey);
    const credentials = await readCredentials(source);
    const shared = rows.map((row) => new Fields(row)).filter((fields) => !isOfTeam(fields, note));
    const models: Model[] = [];
    const prices: OwnPrice[] = [];
    for (const fields of shared) {
      const model = readModel(fields, open, credentials);
      const price = ownPriceOf(model.name, fields, open, note);
      if (price) prices.push(price);
      else if (!model.name.includes('*') && !findPrice(tx.options.current, model.name, 'default', false))
        note('it has no price yet and cannot be called', model.name);
      models.push(model);
    }
    await addPrices(tx, prices, note);
    for (const channel of toChannels(models, Math.floor(tx.now() / 1000)))
      await addChannel(tx, channel, (sentence) => note(sentence, channel.name ?? ''));
    return shared.length;
  },
};

/** A channel serves all callers of a group, so a model of one team would be open to others. */
function isOfTeam(fields: Fields, note: Note): boolean {
  const { team_id, team_public_model_name } = toObject(fields.json('model_info'));
  if (!team_id) return false;
  note(
    'it belongs to one team: left out. Give the account of the team a group of its own, and add a channel to that group',
    String(team_public_model_name ?? fields.text('model_name', 255)),
  );
  return true;
}

function toChannels(models: readonly Model[], at: number): TakenChannel[] {
  const channels = groupModels(models).map((group) => toChannel(group, at));
  const count = (name: string) => channels.filter((channel) => channel.name === name).length;
  const taken = new Set<string>();
  return channels.map((channel) => {
    const provider = channel.name ?? '';
    const base =
      count(provider) > 1 ? `${provider} ${channel.models?.split(',')[0]}`.slice(0, 120) : provider;
    let name = base;
    for (let number = 2; taken.has(name); number += 1) name = `${base} ${number}`;
    taken.add(name);
    return { ...channel, name };
  });
}

/** Two deployments of one model are two channels: a channel maps a name only once. */
function groupModels(models: readonly Model[]): Model[][] {
  const groups = new Map<string, Model[][]>();
  for (const model of models) {
    const key = JSON.stringify([model.provider, model.base, model.key, model.other, model.reasons]);
    const alike = groups.get(key) ?? [];
    const free = alike.find((group) =>
      group.every(({ name, upstream }) => name !== model.name || upstream === model.upstream),
    );
    if (free) free.push(model);
    else alike.push([model]);
    groups.set(key, alike);
  }
  return [...groups.values()].flat();
}

function toChannel(models: readonly Model[], created_time: number): TakenChannel {
  const [{ provider, base, key, other, reasons }] = models as [Model];
  const target = Object.hasOwn(providers, provider) ? providers[provider] : undefined;
  const mapped = models.filter(({ name, upstream }) => upstream !== '' && upstream !== name);
  return {
    type: target?.type ?? UNKNOWN_TYPE,
    name: provider,
    key,
    reasons,
    base_url: base || target?.base || '',
    other,
    models: [...new Set(models.map(({ name }) => name))].join(','),
    group: 'default',
    created_time,
    status: 1,
    model_mapping:
      mapped.length > 0
        ? JSON.stringify(Object.fromEntries(mapped.map(({ name, upstream }) => [name, upstream])))
        : null,
  };
}
