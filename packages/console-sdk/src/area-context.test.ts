import { expect, test, vi } from 'vitest';
import { createAreaContext } from './area-context.ts';
import { createBus } from './bus.ts';
import { createMockHost } from './mock-host.ts';

const area = { id: 'logs', buildId: '0123456789', version: '0.1.0' };

test('an area cannot change its context', () => {
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

test('a named link is filled with its values, and a missing value is reported by name', () => {
  const goneTo: string[] = [];
  const host = { ...createMockHost({}, (path) => goneTo.push(path)), findLink: () => undefined };
  const { links } = createAreaContext(host, area);
  links.go('user.statement', { id: 7 });
  expect(goneTo).toEqual(['/user/statement/7']);
  expect(links.to('logs.usage')).toBe('/log');
  expect(links.to('logs.usage', { username: 'a&b' })).toBe('/log?username=a%26b');
  expect(() => links.to('user.statement', {} as { id: number })).toThrow('id');
  // @ts-expect-error no area has such a page
  expect(() => links.to('user.gone')).toThrow('user.gone');
  // @ts-expect-error a statement is of somebody
  expect(() => links.to('user.statement')).toThrow('id');
});

test('the mock host has a path for a link that only another console has', () => {
  const { links } = createAreaContext(
    createMockHost({}, () => {}),
    area,
  );
  // @ts-expect-error the types of this repository lack it
  expect(links.to('billing.bills')).toBe('/billing/bills');
});

test('a link leads to the current address of a page, not to the address at build time', () => {
  const host = { ...createMockHost({}, () => {}), findLink: () => ({ path: '/moved/:id' }) };
  expect(createAreaContext(host, area).links.to('user.statement', { id: 7 })).toBe('/moved/7');
});

test('a build for an older host API may still pass a path', () => {
  const { links } = createAreaContext(
    createMockHost({}, () => {}),
    area,
  );
  const old = links as unknown as { to(path: string, values?: object): string };
  expect(old.to('/channel/edit/:id', { id: 7 })).toBe('/channel/edit/7');
  expect(old.to('/log?username=ada')).toBe('/log?username=ada');
});

test('an error is reported with the area and its build', () => {
  const host = createMockHost({}, () => {});
  const error = new Error('broken');
  createAreaContext(host, area).telemetry.error(error);
  expect(host.reports).toEqual([{ area: 'logs', buildId: '0123456789', kind: 'error', error }]);
});

test('a throwing listener does not stop the others', () => {
  const onError = vi.fn();
  const bus = createBus<{ 'ping/v1': number }>(onError);
  const values: number[] = [];
  bus.on('ping/v1', () => {
    throw new Error('deaf');
  });
  const stop = bus.on('ping/v1', (value) => values.push(value));
  bus.emit('ping/v1', 1);
  stop();
  bus.emit('ping/v1', 2);
  expect(values).toEqual([1]);
  expect(onError).toHaveBeenCalledTimes(2);
});

test('what one person stored is kept from the next one on this browser', () => {
  const host = createMockHost({ role: 'root' }, () => {});
  const { storage } = createAreaContext(host, area);
  const first = host.session.get().user!;
  storage.set('prompt', 'secret');
  host.session.set({ user: { ...first, id: first.id + 1 } });
  expect(storage.get('prompt')).toBeNull();
  storage.set('prompt', 'other');
  storage.remove('prompt');
  host.session.set({ user: first });
  expect(storage.get('prompt')).toBe('secret');
  expect(createAreaContext(host, area).storage.get('prompt')).toBe('secret');
});
