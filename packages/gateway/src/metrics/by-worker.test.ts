import { expect, test } from 'vitest';
import { joinByWorker } from './by-worker.ts';
import { Registry } from './registry.ts';

test('metrics of several workers are one text, each sample with the number of its worker', () => {
  const readings = [1, 2].map((worker) => {
    const registry = new Registry();
    registry.counter('calls_total', 'Calls.', 'model').add(['a {b} c'], worker * 10);
    registry.gauge('open', 'Open now.', () => worker);
    return [worker, registry.format()] as const;
  });
  expect(joinByWorker(readings).split('\n')).toEqual([
    '# HELP calls_total Calls.',
    '# TYPE calls_total counter',
    'calls_total{worker="1",model="a {b} c"} 10',
    'calls_total{worker="2",model="a {b} c"} 20',
    '# HELP open Open now.',
    '# TYPE open gauge',
    'open{worker="1"} 1',
    'open{worker="2"} 2',
    '',
  ]);
});
