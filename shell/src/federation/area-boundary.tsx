import { Component, type ReactNode } from 'react';

interface AreaBoundaryProps {
  /** A new value (another page) renders the content again. */
  resetOn: string;
  fallback: ReactNode;
  onCrash(error: unknown): void;
  children: ReactNode;
}

/** Contains crashes of an area. */
export class AreaBoundary extends Component<AreaBoundaryProps, { hasCrashed: boolean; at: string }> {
  override state = { hasCrashed: false, at: this.props.resetOn };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  static getDerivedStateFromProps(props: AreaBoundaryProps, state: { hasCrashed: boolean; at: string }) {
    return props.resetOn === state.at ? null : { hasCrashed: false, at: props.resetOn };
  }

  override componentDidCatch(error: unknown) {
    this.props.onCrash(error);
  }

  override render() {
    return this.state.hasCrashed ? this.props.fallback : this.props.children;
  }
}
