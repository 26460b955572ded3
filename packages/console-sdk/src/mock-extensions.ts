import type { RouteAccess } from '@tollgate/contract';
import type { ComponentType } from 'react';
import { type AreaContext, createAreaContext } from './area-context.ts';
import type { ExtensionPoint, ExtensionProps, Extensions, PlacedExtension } from './extensions.tsx';
import type { Host } from './host.ts';

/** An extension of another area, for tests and stories of the page that offers the point. */
export interface MockExtensionAt<Point extends ExtensionPoint> {
  point: Point;
  /** `other` by default. */
  area?: string;
  id: string;
  /** Its title as it is shown. */
  title: string;
  /** `public` by default: everybody who sees the page. */
  access?: RouteAccess;
  target?: string;
  isOff?: boolean;
  load: () => Promise<ComponentType<ExtensionProps<Point>>>;
}

export type MockExtension = { [Point in ExtensionPoint]: MockExtensionAt<Point> }[ExtensionPoint];

/** Places extensions as the shell does. Crashes are reported to the host, as `telemetry.error` is. */
export function createMockExtensions(host: Host, given: readonly MockExtension[]): Extensions {
  const all = given.map((mock) => ({ mock, placed: toPlaced(mock) }));
  const points = new Map<string, PlacedExtension[]>();
  for (const { mock, placed } of all) points.set(mock.point, [...(points.get(mock.point) ?? []), placed]);
  const nothing: PlacedExtension[] = [];
  const contextOf = (area: string): AreaContext =>
    createAreaContext(host, { id: area, buildId: 'mock', version: '0.0.0' });
  return {
    at: (point) => points.get(point) ?? nothing,
    subscribe: () => () => {},
    open: async ({ area, id }) => {
      const found = all.find(({ placed }) => placed.area === area && placed.id === id);
      if (!found) throw new Error(`There is no extension ${id} of ${area}.`);
      const Component = (await found.mock.load()) as ComponentType<Record<string, unknown>>;
      return { Component, ctx: contextOf(area) };
    },
    noteCrash: ({ area }, error) => host.report({ area, buildId: 'mock', kind: 'error', error }),
  };
}

function toPlaced({ area = 'other', id, title, access = 'public', target, isOff = false }: MockExtension) {
  return { area, id, title, access, isOff, ...(target && { target }) };
}
