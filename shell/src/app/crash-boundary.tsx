import { Component, type ReactNode } from 'react';
import { CrashPage } from '../pages/crash-page.tsx';

interface Props {
  /** A new value (another page) renders the content again. */
  resetKey?: string;
  children: ReactNode;
}

/** Contains an error of one part of the page. */
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
