import { act, type RenderResult, render, waitFor } from '@testing-library/react';
import { MockShell, type MockShellProps } from '@tollgate/console-sdk/testing';
import { Component, type ReactNode } from 'react';

export interface ShownPage {
  /** The area's content; throws the area's error. */
  content(): HTMLElement;
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
  await waitFor(content);
  return {
    content,
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
