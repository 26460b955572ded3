import fc from 'fast-check';
import { expect, test } from 'vitest';
import { repeatable } from '../../../testing/repeatable.ts';
import { mapModel, type RouteChannel } from './route-channel.ts';
import { pick, type Tier } from './routing.ts';

const isPaused = () => false;

test('the shares of channels follow weight + 10, within three sigma', () => {
  const weights = [0, 10, 80];
  const tiers = [tier(0, weights)];
  const rounds = 30_000;
  const random = repeatable(1);
  const hits = [0, 0, 0];
  for (let round = 0; round < rounds; round += 1)
    hits[(pick(tiers, new Set(), isPaused, { random })?.id ?? 1) - 1]! += 1;
  for (const [index, weight] of weights.entries()) {
    const share = (weight + 10) / 120;
    const sigma = Math.sqrt(rounds * share * (1 - share));
    expect(Math.abs((hits[index] ?? 0) - rounds * share)).toBeLessThan(3 * sigma + 1);
  }
});

test('all channels of a tier come before the next tier, none twice, until none is left', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.nat({ max: 50 }), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
      fc.infiniteStream(fc.double({ min: 0, max: 0.999999, noNaN: true })),
      (shape, stream) => {
        let id = 0;
        const tiers = shape.map((weights, index) => tier(100 - index, weights, () => ++id));
        const tried = new Set<number>();
        const order: number[] = [];
        for (;;) {
          const channel = pick(tiers, tried, isPaused, { random: () => stream.next().value ?? 0 });
          if (!channel) break;
          tried.add(channel.id);
          order.push(
            tiers.findIndex(({ members }) => members.some((member) => member.channel.id === channel.id)),
          );
        }
        expect(order).toEqual([...order].sort((a, b) => a - b));
        expect(order.length).toBe(shape.flat().length);
      },
    ),
  );
});

test('a channel that requested a pause is skipped in every tier while another can serve', () => {
  const tiers = [tier(10, [0]), tier(0, [0], () => 2)];
  expect(pick(tiers, new Set(), (id) => id === 1, { random: Math.random })?.id).toBe(2);
  expect(pick(tiers, new Set([2]), (id) => id === 1, { random: Math.random })?.id).toBe(1);
});

test('a model is mapped step by step, and a circular mapping is found', () => {
  const mapping = new Map(Object.entries({ a: 'b', b: 'c', x: 'y', y: 'x', same: 'same' }));
  expect(['a', 'c', 'x', 'same', 'constructor'].map((name) => mapModel(mapping, name))).toEqual([
    'c',
    'c',
    undefined,
    'same',
    'constructor',
  ]);
});

function tier(priority: number, weights: number[], nextId?: () => number): Tier {
  return {
    priority,
    members: weights.map((weight, index) => ({
      channel: { id: nextId?.() ?? index + 1 } as RouteChannel,
      weight: weight + 10,
    })),
  };
}
