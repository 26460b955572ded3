import { expect, test, vi } from 'vitest';
import { createAreaContext } from './area-context.ts';
import { createBus } from './bus.ts';
import { createMockHost } from './mock-host.ts';

const area = { id: 'logs', buildId: '0123456789', version: '0.1.0' };

test('an area cannot change what it was given', () => {
  const ctx = createAreaContext(
    createMockHost({}, () => {}),
    area,
  );
  expect(() => Object.assign(ctx, { can: () => true })).toThrow();
  expect(() => Object.assign(ctx.ui, { setTitle: () => {} })).toThrow();
  expect('set' in ctx.session).toBe(false);
});

test('rights follow the session', () => {
  const host = createMockHost({ role: 'admin' }, () => {});
  const ctx = createAreaContext(host, area);
  expect([ctx.can('user'), ctx.can('admin'), ctx.can('root')]).toEqual([true, true, false]);
  host.session.set({ user: null });
  expect([ctx.can('public'), ctx.can('user')]).toEqual([true, false]);
});

test('a link is filled with its values, and a missing value is named', () => {
  const goneTo: string[] = [];
  const ctx = createAreaContext(
    createMockHost({}, (path) => goneTo.push(path)),
    area,
  );
  ctx.links.go('/channel/edit/:id', { id: 7 });
  expect(goneTo).toEqual(['/channel/edit/7']);
  expect(ctx.links.to('/chat/:name', { name: 'a/b' })).toBe('/chat/a%2Fb');
  expect(() => ctx.links.to('/channel/edit/:id')).toThrow('id');
});

test('a mistake is reported under the name of the area and its build', () => {
  const host = createMockHost({}, () => {});
  const error = new Error('broken');
  createAreaContext(host, area).telemetry.error(error);
  expect(host.reports).toEqual([{ area: 'logs', buildId: '0123456789', kind: 'error', error }]);
});

test('a listener that throws keeps no other from hearing', () => {
  const onError = vi.fn();
  const bus = createBus<{ 'ping/v1': number }>(onError);
  const heard: number[] = [];
  bus.on('ping/v1', () => {
    throw new Error('deaf');
  });
  const stop = bus.on('ping/v1', (value) => heard.push(value));
  bus.emit('ping/v1', 1);
  stop();
  bus.emit('ping/v1', 2);
  expect(heard).toEqual([1]);
  expect(onError).toHaveBeenCalledTimes(2);
});
