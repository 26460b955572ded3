import { configure } from '@tollgate/api-client';
import { languages } from '@tollgate/contract';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { AreaModule } from './define-area.ts';
import type { MockOptions } from './mock-host.ts';
import { MockShell } from './mock-shell.tsx';

interface Standalone {
  id: string;
  area: AreaModule;
  path: string;
}

/**
 * Mounts the page of an area that runs standalone in development. A bar selects role and appearance; the address keeps
 * them: `?role=admin&language=zh&theme=dark`. Calls go to the gateway of the development machine.
 */
export function mountStandalone({ id, area, path }: Standalone): void {
  if (location.pathname === '/') history.replaceState(null, '', path + location.search);
  createRoot(document.getElementById('root') as HTMLElement).render(<StandalonePage id={id} area={area} />);
}

function StandalonePage({ id, area }: Omit<Standalone, 'path'>) {
  const [look, setLook] = useState(readLook);
  const choose = (change: Partial<Look>) => {
    const next = { ...look, ...change };
    rememberLook(next);
    setLook(next);
  };
  return (
    <>
      <form data-testid="mock-shell" style={{ display: 'flex', gap: 16, padding: 8 }}>
        <Choice name="role" values={ROLES} value={look.role} onChange={(role) => choose({ role })} />
        <Choice name="theme" values={THEMES} value={look.theme} onChange={(theme) => choose({ theme })} />
        <Choice
          name="language"
          values={languages}
          value={look.language}
          onChange={(language) => choose({ language })}
        />
      </form>
      <main style={{ padding: 16 }}>
        <MockShell id={id} area={area} {...look} />
      </main>
    </>
  );
}

interface ChoiceProps<T extends string> {
  name: string;
  values: readonly T[];
  value: T;
  onChange(value: T): void;
}

function Choice<T extends string>({ name, values, value, onChange }: ChoiceProps<T>) {
  return (
    <label>
      <code>{name}</code>{' '}
      <select value={value} onChange={({ target }) => onChange(pick(target.value, values))}>
        {values.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    </label>
  );
}

type Look = Required<MockOptions>;
const ROLES = ['root', 'admin', 'user', 'public'] as const;
const THEMES = ['light', 'dark'] as const;

function readLook(): Look {
  const query = new URLSearchParams(location.search);
  const look = {
    role: pick(query.get('role'), ROLES),
    theme: pick(query.get('theme'), THEMES),
    language: pick(query.get('language') ?? 'en', languages),
  };
  configureCalls(look);
  return look;
}

function rememberLook(look: Look): void {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(look)) query.set(name, value);
  history.replaceState(history.state, '', `${location.pathname}?${query}`);
  configureCalls(look);
}

function configureCalls({ role, language }: Look): void {
  configure({ userId: role === 'public' ? null : 1, language });
}

/** Returns the value if it is valid, else the first. */
function pick<T extends string>(given: string | null, options: readonly T[]): T {
  return options.find((value) => value === given) ?? (options[0] as T);
}
