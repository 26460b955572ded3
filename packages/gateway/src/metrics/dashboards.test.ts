import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { type Collector, startCollector } from '../testing/collector.ts';
import { type RelayLab, startRelayLab } from '../testing/relay.ts';
import { findProgram } from '../testing/server-programs.ts';

// @reads deploy/alerts.yml deploy/grafana/*.json
const deploy = join(import.meta.dirname, '../../../../deploy');
/** In Debian's package `prometheus`. */
const promtool = findProgram('promtool');

interface Panel {
  readonly title: string;
  readonly type: string;
  readonly description?: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}
const { panels } = JSON.parse(readFileSync(join(deploy, 'grafana/tollgate.json'), 'utf8')) as {
  panels: Panel[];
};
const rules = (parse(readFileSync(join(deploy, 'alerts.yml'), 'utf8')) as { groups: { rules: Rule[] }[] })
  .groups;
interface Rule {
  readonly alert: string;
  readonly expr: string;
}

const queries: (readonly [string, string])[] = [
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
  ...rules.flatMap(({ rules: own }) => own.map(({ alert, expr }) => [alert, expr] as const)),
];

let lab: RelayLab;
let collector: Collector;
/** The labels of each metric, of a gateway that has served a stream. */
let labelsOf: Map<string, Set<string>>;
beforeAll(async () => {
  collector = await startCollector();
  lab = await startRelayLab({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
  await (await lab.chat({ stream: true })).text();
  lab.ctx.gatewayMetrics.areaReported('logs', 'ok');
  await lab.booked();
  labelsOf = readMetrics(await lab.relay.readMetrics());
});
afterAll(async () => {
  await lab.close();
  await collector.close();
});

test.each(queries)('“%s” asks for metrics and labels that a gateway has: %s', (_, query) => {
  const names = readNames(query);
  expect(names.metrics.length).toBeGreaterThan(0);
  expect(names.metrics.filter((name) => !labelsOf.has(name) && name !== 'up')).toEqual([]);
  const known = new Set(names.metrics.flatMap((name) => [...(labelsOf.get(name) ?? [])]));
  expect(names.labels.filter((label) => !known.has(label) && !ofTheCollector.has(label))).toEqual([]);
});

test('every metric of a gateway is on the dashboard', () => {
  const shown = new Set(
    panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => readNames(expr).metrics)),
  );
  const missing = [...labelsOf.keys()].filter((name) => !shown.has(name) && !/_(sum|count)$/.test(name));
  expect(missing).toEqual([]);
});

test('every panel says what it shows, and its lines have names', () => {
  for (const { type, title, description, targets } of panels) {
    if (type === 'row') continue;
    expect(description, title).toBeTruthy();
    expect(
      targets?.every(({ legendFormat }) => legendFormat !== ''),
      title,
    ).toBe(true);
  }
});

test.skipIf(!promtool)('promtool accepts every query', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-promtool-'));
  const file = join(folder, 'rules.yml');
  const records = queries.map(([, expr], at) => ({ record: `query:${at}`, expr: fill(expr) }));
  writeFileSync(file, stringify({ groups: [{ name: 'queries', rules: records }] }));
  const printed = execFileSync(promtool as string, ['check', 'rules', file], { encoding: 'utf8' });
  expect(printed).toContain(`${queries.length} rules found`);
  rmSync(folder, { recursive: true });
});

/** What the collector adds, and its histograms have. */
const ofTheCollector = new Set(['instance', 'job', 'worker', 'le']);

/** A query with values for Grafana's variables. */
function fill(query: string): string {
  return query.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*');
}

/** The names in a query. A name without a parenthesis behind it is a metric. */
function readNames(query: string): { metrics: string[]; labels: string[] } {
  const selectors = [...query.matchAll(/\{([^}]*)\}/g)].flatMap(([, text = '']) =>
    [...text.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
  );
  const groups = [...query.matchAll(/\b(?:by|without)\s*\(([^)]*)\)/g)].flatMap(([, text = '']) =>
    text.split(',').map((label) => label.trim()),
  );
  const bare = query
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(?:by|without)\s*\([^)]*\)/g, '');
  const metrics = [...bare.matchAll(/\b([a-z_]\w*)\b(?!\s*\()/g)].map(([, name = '']) => name);
  return { metrics, labels: [...selectors, ...groups] };
}

function readMetrics(text: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? \S+$/gm)) {
    const known = found.get(name) ?? new Set();
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
    found.set(name, known);
  }
  return found;
}
