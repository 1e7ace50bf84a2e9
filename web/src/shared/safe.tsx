import { Component, type PropsWithChildren } from 'react';
import { ApiError } from './api-error.ts';
import { Trouble } from './trouble.tsx';

type Props = PropsWithChildren<{
  /** How to try again; without one, drawing it anew is tried. */
  readonly onRetry?: () => void;
}>;

/** What goes wrong while this part of the page is drawn ends here: the rest stays. */
export class Safe extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    const { children, onRetry = () => this.setState({ failed: false }) } = this.props;
    if (!this.state.failed) return children;
    return <Trouble isAlone error={new ApiError({ status: 0, code: 'ERR_INTERNAL' })} onRetry={onRetry} />;
  }
}
