/**
 * Joins the metrics of several processes into one text. Each sample gets the number of its worker as a label: added
 * up here, the sums would fall when a worker is replaced, and collectors would take that for new calls.
 */
export function joinByWorker(readings: readonly (readonly [worker: number, text: string])[]): string {
  const families = new Map<string, { readonly head: string[]; readonly samples: string[] }>();
  for (const [worker, text] of readings) {
    let name = '';
    for (const line of text.split('\n')) {
      if (line === '') continue;
      if (line.startsWith('# HELP ')) name = line.split(' ', 3)[2] as string;
      const family = families.get(name) ?? { head: [], samples: [] };
      families.set(name, family);
      if (!line.startsWith('#')) family.samples.push(labelled(line, worker));
      else if (!family.head.includes(line)) family.head.push(line);
    }
  }
  return [...families.values()]
    .flatMap(({ head, samples }) => [...head, ...samples])
    .map((line) => `${line}\n`)
    .join('');
}

function labelled(sample: string, worker: number): string {
  const label = `worker="${worker}"`;
  const brace = sample.indexOf('{');
  return brace >= 0
    ? `${sample.slice(0, brace + 1)}${label},${sample.slice(brace + 1)}`
    : sample.replace(' ', `{${label}} `);
}
