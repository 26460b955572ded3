import { act, type RenderResult, render, waitFor } from '@testing-library/react';
import { MockShell, type MockShellProps } from '@tollgate/console-sdk/testing';
import { Component, type ReactNode } from 'react';

export interface ShownPage {
  /** The area's content; throws the area's error. */
  content(): HTMLElement;
  /** Waits until `find` no longer throws. Ends at once with the area's error: a page that crashed does not come back. */
  until<T>(find: () => T): Promise<T>;
  /** Rerenders the same page with another language or theme. */
  change(props: Partial<MockShellProps>): Promise<void>;
  close(): void;
}

/** Renders a page in the mock shell, inside an error boundary like the shell's. Resolves when something is rendered. */
export async function showPage(props: MockShellProps & { path: string }): Promise<ShownPage> {
  const crashes: unknown[] = [];
  const inBoundary = (changes: Partial<MockShellProps>) => (
    <Boundary onCrash={(error) => crashes.push(error)}>
      <MockShell {...props} {...changes} />
    </Boundary>
  );
  let result: RenderResult | undefined;
  await act(async () => {
    result = render(inBoundary({}));
  });
  const { container, rerender, unmount } = result as RenderResult;
  const content = () => {
    if (crashes.length > 0) throw crashes[0];
    const section = container.querySelector<HTMLElement>(`[data-area="${props.id}"]`);
    if (!section?.firstElementChild) throw new Error(`${props.path} draws nothing.`);
    return section;
  };
  const until = async <T,>(find: () => T): Promise<T> => {
    const found = await waitFor(() => (crashes.length > 0 ? undefined : find()));
    if (crashes.length > 0) throw crashes[0];
    return found as T;
  };
  try {
    await until(content);
  } catch (error) {
    await act(async () => unmount());
    throw error;
  }
  return {
    content,
    until,
    change: (changes) => act(async () => rerender(inBoundary(changes))),
    close: unmount,
  };
}

class Boundary extends Component<{ onCrash(error: unknown): void; children: ReactNode }> {
  override state = { hasCrashed: false };
  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }
  override componentDidCatch(error: unknown) {
    this.props.onCrash(error);
  }
  override render() {
    return this.state.hasCrashed ? null : this.props.children;
  }
}
