import { expect, test } from 'vitest';
import { createGate } from './gate.ts';

test('two run, the next wait their turn, the rest is refused at the door', async () => {
  const gate = createGate({ running: 2, waiting: 1, refuse: () => new Error('busy') });
  const ends: (() => void)[] = [];
  let started = 0;
  const task = () => {
    started += 1;
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const accepted = [gate(task), gate(task), gate(task)];
  await expect(gate(task)).rejects.toThrow('busy');
  expect(started).toBe(2);

  ends[0]?.();
  await accepted[0];
  await Promise.resolve();
  expect(started).toBe(3);
  ends[1]?.();
  ends[2]?.();
  await Promise.all(accepted);
});

test('a task that fails gives its place to the next', async () => {
  const gate = createGate({ running: 1, waiting: 5, refuse: () => new Error('busy') });
  const failing = gate(() => Promise.reject(new Error('no')));
  const next = gate(() => Promise.resolve('yes'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
