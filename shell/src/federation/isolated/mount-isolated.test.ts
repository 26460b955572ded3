import type { IsolatedContext } from '@tollgate/console-sdk';
import { expect, test, vi } from 'vitest';
import { mountIsolated } from './mount-isolated.ts';

/** A visit of an area that records what happens to it. */
function visit(area: { mount(): void | Promise<void>; unmount(): void | Promise<void> }) {
  const errors: unknown[] = [];
  const element = document.body.appendChild(document.createElement('div'));
  const on = { mounted: vi.fn(), failed: vi.fn() };
  const telemetry = { mark: () => {}, error: (error: unknown) => void errors.push(error) };
  const context = { area: { id: 'notes' }, telemetry } as unknown as IsolatedContext;
  const begin = () => mountIsolated(Object.assign(area, { routes: [] }), element, context, on);
  return { element, on, errors, begin };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

test('the next visit waits until the last one has ended', async () => {
  const steps: string[] = [];
  let finish = () => {};
  const area = {
    mount: () => void steps.push('mount'),
    unmount: () => {
      steps.push('unmount');
      return new Promise<void>((resolve) => {
        finish = resolve;
      });
    },
  };
  const leave = visit(area).begin();
  await settled();
  leave();
  const second = visit(area);
  second.begin();
  await settled();
  expect(steps).toEqual(['mount', 'unmount']);
  finish();
  await settled();
  expect(steps).toEqual(['mount', 'unmount', 'mount']);
  expect(second.on.mounted).toHaveBeenCalledOnce();
});

test('an area that is left before its turn is never mounted', async () => {
  const area = { mount: vi.fn(), unmount: vi.fn() };
  const { element, begin } = visit(area);
  begin()();
  await settled();
  expect(area.mount).not.toHaveBeenCalled();
  expect(area.unmount).not.toHaveBeenCalled();
  expect(element.isConnected).toBe(false);
});

test('an area that fails to mount is reported and still ended', async () => {
  const broken = new Error('broken on purpose');
  const area = { mount: () => Promise.reject(broken), unmount: vi.fn() };
  const { on, begin } = visit(area);
  const leave = begin();
  await settled();
  expect(on.failed).toHaveBeenCalledExactlyOnceWith(broken);
  leave();
  await settled();
  expect(area.unmount).toHaveBeenCalledOnce();
});

test('an area that fails to end reports it and loses its element all the same', async () => {
  const broken = new Error('broken on purpose');
  const { element, errors, begin } = visit({ mount: () => {}, unmount: () => Promise.reject(broken) });
  const leave = begin();
  await settled();
  leave();
  await settled();
  expect(errors).toEqual([broken]);
  expect(element.isConnected).toBe(false);
});
