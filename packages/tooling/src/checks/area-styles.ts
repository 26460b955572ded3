import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Lang, parse } from '@ast-grep/napi';
import budgets from '../budgets.json' with { type: 'json' };

interface SelectedClass {
  /** The folder of an area, or `shell`. */
  app: string;
  place: string;
  name: string;
}

/**
 * Checks that styles of an area meet nothing but the area. Two apps never select the same class. Classes of Arco
 * and of @tollgate/ui are not part of the kit's interface, so a new version of the kit may break an area that
 * selects them. What is left has a budget that only shrinks; a new area has none.
 */
export function checkAreaStyles(root: string): { complaints: string[]; note: string } {
  const selected = globSync('{mfe-*,shell}/src/**/*.css', { cwd: root })
    .sort()
    .flatMap((file) => readClasses(root, file));
  const ofKit = selected.filter(({ app, name }) => KIT_CLASS.test(name) && app !== 'shell');
  const note = `areas select ${ofKit.length} classes of the kit`;
  return { complaints: [...findExcess(ofKit), ...findShared(selected)], note };
}

const KIT_CLASS = /^(arco|tg)-/;

function findExcess(ofKit: SelectedClass[]): string[] {
  return [...Map.groupBy(ofKit, ({ app }) => app)].flatMap(([app, classes]) => {
    const budget = (budgets.kitClasses as Record<string, number>)[app] ?? 0;
    const list = classes.map(({ place, name }) => `\n  ${place} .${name}`).join('');
    return classes.length > budget
      ? [
          `${app} selects ${classes.length} classes of the kit, ${budget} are allowed. Style own classes, or give the component an option:${list}`,
        ]
      : [];
  });
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
