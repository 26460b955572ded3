import type { Extensions, OpenedExtension, PlacedExtension } from '@tollgate/console-sdk';
import type { RegistrySnapshot, ResolvedArea } from '@tollgate/contract';
import { AreaUnavailable, ContractFailure } from '@tollgate/federation';
import type { ConsoleFederation, ReadyArea } from './console-federation.ts';
import { withTimeout } from './time-limit.ts';

const CHUNK_TIMEOUT_MS = 8000;

/** Extensions of areas: listed from the registry, loaded on demand. */
export function createExtensions(
  federation: Pick<ConsoleFederation, 'registry' | 'peek' | 'open' | 'noteCrash'>,
): Extensions {
  const { registry } = federation;
  const shown = new Map<string, ReadyArea>();
  let cached: { of: RegistrySnapshot; placed: Map<string, readonly PlacedExtension[]> } | undefined;
  return { at, subscribe: registry.subscribe, open, noteCrash };

  function at(point: string): readonly PlacedExtension[] {
    const of = registry.get();
    if (cached?.of !== of) cached = { of, placed: new Map() };
    const placed = cached.placed.get(point) ?? place(of, point);
    cached.placed.set(point, placed);
    return placed;
  }

  async function open({ area: areaId, id }: PlacedExtension): Promise<OpenedExtension> {
    const area = find(areaId);
    if (!area) throw new AreaUnavailable(areaId, []);
    const ready = federation.peek(area) ?? (await federation.open(area));
    const load = ready.module.extensions?.[id];
    if (!load) throw new ContractFailure(`${ready.build.container} has no extension ${id}.`);
    const Component = await withTimeout(CHUNK_TIMEOUT_MS, `${areaId} ${id}`, load());
    shown.set(areaId, ready);
    return { Component: Component as OpenedExtension['Component'], ctx: ready.ctx };
  }

  function noteCrash({ area: areaId }: PlacedExtension, error: unknown): void {
    const [area, ready] = [find(areaId), shown.get(areaId)];
    if (area && ready) federation.noteCrash(area, ready.build, error);
  }

  function find(areaId: string): ResolvedArea | undefined {
    return registry.get().areas.find(({ id }) => id === areaId);
  }
}

function place({ areas }: RegistrySnapshot, point: string): readonly PlacedExtension[] {
  return areas
    .flatMap((area) =>
      (area.contributes.extensions ?? [])
        .filter((extension) => extension.point === point)
        .map(({ id, title, access, order, target }) => ({
          order,
          placed: { area: area.id, id, title, access, isOff: area.state !== 'on', ...(target && { target }) },
        })),
    )
    .sort((a, b) => a.order - b.order)
    .map(({ placed }) => placed);
}
