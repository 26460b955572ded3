import { act, type RenderResult, render } from '@testing-library/react';
import type { Language } from '@tollgate/contract';
import type { ComponentType } from 'react';
import { MockShell, type MockShellProps } from './mock-shell.tsx';

export type { MockExtension, MockExtensionAt } from './mock-extensions.ts';
export { createMockHost, type MockHost, type MockOptions } from './mock-host.ts';
export { MockShell, type MockShellProps } from './mock-shell.tsx';

/** Renders the page of an area at a path for a role: `await renderArea({ id, area, path: '/log' })`. */
export async function renderArea(props: MockShellProps & { path: string }): Promise<RenderResult> {
  const result = render(<MockShell {...props} />);
  await act(async () => {
    await Promise.all(Object.values(props.area.texts).map((load) => load()));
  });
  return result;
}

/** Storybook decorator: renders the story inside the mock shell. Language, theme, density and role follow the toolbar. */
export function areaDecorator(props: Omit<MockShellProps, 'children' | 'path'> & { path?: string }) {
  return function withArea(Story: ComponentType, { globals = {} }: { globals?: Toolbar } = {}) {
    const language = globals.language ?? props.language ?? 'en';
    const role = globals.role && globals.role !== 'story' ? globals.role : props.role;
    return (
      <MockShell
        key={`${language} ${role}`}
        {...props}
        {...(role && { role })}
        path={props.path ?? '/'}
        language={language}
        theme={globals.theme ?? props.theme ?? 'light'}
        density={globals.density ?? props.density ?? 'regular'}
      >
        <Story />
      </MockShell>
    );
  };
}

interface Toolbar {
  language?: Language;
  theme?: 'light' | 'dark';
  density?: MockShellProps['density'];
  /** `story`: the role that the story sets. */
  role?: 'story' | NonNullable<MockShellProps['role']>;
}
