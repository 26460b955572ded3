import { expect, test, vi } from 'vitest';
import { type Bus, type ConsoleEvents, createBus } from './bus.ts';

function open(): { bus: Bus<ConsoleEvents>; failures: unknown[] } {
  const failures: unknown[] = [];
  return { bus: createBus((error) => failures.push(error)), failures };
}

test('a listener receives events from its subscription until it unsubscribes', () => {
  const { bus } = open();
  const listener = vi.fn();
  bus.emit('data.changed/v1', { entity: 'token' });
  const stop = bus.on('data.changed/v1', listener);
  bus.emit('data.changed/v1', { entity: 'user', id: 7 });
  bus.emit('areas.changed/v1', {});
  stop();
  bus.emit('data.changed/v1', { entity: 'channel' });
  expect(listener.mock.calls).toEqual([[{ entity: 'user', id: 7 }]]);
});

test('a late listener with replay receives the last event, at once and alone', () => {
  const { bus } = open();
  const [early, late] = [vi.fn(), vi.fn()];
  bus.on('data.changed/v1', early, { replay: true });
  expect(early).not.toHaveBeenCalled();
  bus.emit('data.changed/v1', { entity: 'token' });
  bus.emit('data.changed/v1', { entity: 'user' });
  bus.on('data.changed/v1', late, { replay: true });
  expect(late.mock.calls).toEqual([[{ entity: 'user' }]]);
  expect(early).toHaveBeenCalledTimes(2);
});

test('a throwing listener is reported and does not stop the others, even with replay', () => {
  const { bus, failures } = open();
  const listener = vi.fn();
  const broken = () => {
    throw new Error('broken');
  };
  bus.on('data.changed/v1', broken);
  bus.on('data.changed/v1', listener);
  bus.emit('data.changed/v1', { entity: 'user' });
  bus.on('data.changed/v1', broken, { replay: true });
  expect(listener).toHaveBeenCalledTimes(1);
  expect(failures.map(String)).toEqual(['Error: broken', 'Error: broken']);
});
