import { expect, test } from 'vitest';
import { Registry } from './registry.ts';

test('a counter, a gauge and a histogram are written as Prometheus reads them', () => {
  const registry = new Registry();
  const calls = registry.counter('calls_total', 'Calls.', 'kind');
  calls.add(['a']);
  calls.add(['a'], 2);
  calls.add(['quo"te\\back\nline']);
  registry.gauge('open', 'Open.', () => 7);
  const seconds = registry.histogram('seconds', 'Time.', [0.1, 1], 'kind');
  for (const value of [0.05, 0.5, 5]) seconds.observe(['a'], value);
  expect(registry.format().split('\n')).toEqual([
    '# HELP calls_total Calls.',
    '# TYPE calls_total counter',
    'calls_total{kind="a"} 3',
    'calls_total{kind="quo\\"te\\\\back\\nline"} 1',
    '# HELP open Open.',
    '# TYPE open gauge',
    'open 7',
    '# HELP seconds Time.',
    '# TYPE seconds histogram',
    'seconds_bucket{kind="a",le="0.1"} 1',
    'seconds_bucket{kind="a",le="1"} 2',
    'seconds_bucket{kind="a",le="+Inf"} 3',
    'seconds_sum{kind="a"} 5.55',
    'seconds_count{kind="a"} 3',
    '',
  ]);
});

test('values of a label beyond its bound share one series', () => {
  const registry = new Registry();
  const calls = registry.counter('calls_total', 'Calls.', { name: 'model', most: 2 }, 'kind');
  for (let index = 0; index < 1000; index += 1) calls.add([`model-${index}`, 'a']);
  calls.add(['model-1', 'b']);
  const samples = registry
    .format()
    .split('\n')
    .filter((line) => line.startsWith('calls_total'));
  expect(samples).toEqual([
    'calls_total{model="model-0",kind="a"} 1',
    'calls_total{model="model-1",kind="a"} 1',
    'calls_total{model="other",kind="a"} 998',
    'calls_total{model="model-1",kind="b"} 1',
  ]);
});
