// A part of a page that broke does not take the page with it: words, retry, and the request id where a call was the cause.
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FaultState } from './FaultState';
import { asFault } from './faultWords';

interface Props {
  children: ReactNode;
  /** Title that says what did not open; "the page" unless given. */
  title?: string;
  /** Content in place of the broken part; words, retry and request id unless given. */
  broken?: (error: unknown, tryAgain: () => void) => ReactNode;
  /** A change of it tries again: another page, another phone. */
  resetKey?: unknown;
}

interface State {
  error: unknown;
  failed: boolean;
  resetKey: unknown;
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, failed: true };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): Partial<State> | null {
    return Object.is(resetKey, state.resetKey) ? null : { resetKey, failed: false, error: null };
  }

  private readonly tryAgain = () => this.setState({ failed: false, error: null });

  override render() {
    if (!this.state.failed) return this.props.children;
    const { title, broken } = this.props;
    if (broken) return broken(this.state.error, this.tryAgain);
    return <DefaultFallback title={title} error={this.state.error} onRetry={this.tryAgain} />;
  }
}

function DefaultFallback({
  title,
  error,
  onRetry,
}: {
  title: string | undefined;
  error: unknown;
  onRetry: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <FaultState title={title ?? t('fault.page')} fault={asFault(error)} onRetry={onRetry} />
    </div>
  );
}
