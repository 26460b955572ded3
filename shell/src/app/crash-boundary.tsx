import { Component, type ReactNode } from 'react';
import { CrashPage } from '../pages/crash-page.tsx';

interface Props {
  /** Another page deserves another chance. */
  resetKey?: string;
  children: ReactNode;
}

/** Keeps an error of one part from taking the rest of the page away. */
export class CrashBoundary extends Component<Props, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override componentDidUpdate(previous: Props) {
    if (this.state.hasCrashed && previous.resetKey !== this.props.resetKey)
      this.setState({ hasCrashed: false });
  }

  override render() {
    return this.state.hasCrashed ? <CrashPage /> : this.props.children;
  }
}
