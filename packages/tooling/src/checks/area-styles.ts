import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Lang, parse } from '@ast-grep/napi';

interface SelectedClass {
  /** The folder of an area, or `shell`. */
  app: string;
  place: string;
  name: string;
}

/**
 * Checks that styles of an area meet nothing but the area. Two apps never select the same class. Classes of Arco
 * and of @tollgate/ui are not part of the kit's interface: a new version of the kit may break an area that selects
 * them. Parts of components that areas may style have the attribute `data-part`.
 */
export function checkAreaStyles(root: string): { complaints: string[]; note: string } {
  const selected = globSync('{mfe-*,shell}/src/**/*.css', { cwd: root })
    .sort()
    .flatMap((file) => readClasses(root, file));
  const ofKit = selected.filter(({ app, name }) => KIT_CLASS.test(name) && app !== 'shell');
  const note = `${selected.length} classes`;
  return { complaints: [...ofKit.map(describePrivate), ...findShared(selected)], note };
}

const KIT_CLASS = /^(arco|tg)-/;

function describePrivate({ app, place, name }: SelectedClass): string {
  return `${app} selects .${name} of the kit at ${place}. Style an own class or a \`data-part\`, or give the component an option.`;
}

function findShared(selected: SelectedClass[]): string[] {
  const own = selected.filter(({ name }) => !KIT_CLASS.test(name));
  return [...Map.groupBy(own, ({ name }) => name)].flatMap(([name, places]) => {
    const apps = [...new Set(places.map(({ app }) => app))];
    return apps.length > 1 ? [`.${name} is a class of ${apps.join(' and of ')}.`] : [];
  });
}

function readClasses(root: string, file: string): SelectedClass[] {
  return parse(Lang.Css, readFileSync(path.join(root, file), 'utf8'))
    .root()
    .findAll({ rule: { kind: 'class_name', inside: { kind: 'class_selector' } } })
    .map((found) => ({
      app: file.split(path.sep)[0] ?? '',
      place: `${file}:${found.range().start.line + 1}`,
      name: found.text(),
    }));
}
