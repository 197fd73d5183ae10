// A part whose script comes when it is first shown. Where it does not come, or breaks, its place says so and offers another try;
// the page around it stands. It tries again by itself when the network is back.
import { Button } from 'antd';
import { CircleAlert, RotateCcw, X } from 'lucide-react';
import { type ComponentType, createElement, lazy, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isReloading, mendStyles } from '@/core/chunks';
import type { CallFault } from '@/core/http';
import { ErrorBoundary } from './ErrorBoundary';
import { FaultState } from './FaultState';
import { asFault, UNREACHED } from './faultWords';
import styles from './later.module.css';

/** What stands in the place of a part that did not come: as much as a page or a list, as a button, or a line over the page. */
type Place = 'area' | 'button' | 'over';

/**
 * The component that `load` brings; used inside a `Suspense`. `over`, for dialogs and drawers: its line can be closed, which calls
 * the part's `onClose`.
 */
export function later<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  place: Place = 'area',
): ComponentType<P> {
  let missing = false;
  const bring = async (again: boolean) => {
    try {
      if (again) await mendStyles();
      return await load();
    } catch {
      if (isReloading()) return new Promise<never>(() => {});
      missing = true;
      throw UNREACHED;
    }
  };
  let Part = lazy(() => bring(false));
  // A lazy component remembers its failure for good: another try needs another one.
  const renew = () => {
    if (!missing) return;
    missing = false;
    Part = lazy(() => bring(true));
  };

  // biome-ignore lint/correctness/noComponentHookFactories: called once a module, as `lazy` is.
  return function Later(props: P) {
    const { open = true, onClose } = props as { open?: boolean; onClose?: () => void };
    return (
      <ErrorBoundary
        broken={(error, tryAgain) => (
          <Missing
            place={place}
            open={open}
            fault={asFault(error)}
            onRetry={() => {
              renew();
              tryAgain();
            }}
            onGone={renew}
            onClose={onClose}
          />
        )}
      >
        <Shown part={() => createElement(Part as ComponentType<P>, props)} />
      </ErrorBoundary>
    );
  };
}

/** Asked only when it is rendered, so that another try finds the renewed part. */
const Shown = ({ part }: { part: () => React.ReactElement }) => part();

interface Props {
  place: Place;
  /** A dialog that was closed says nothing; it still comes when the network is back. */
  open: boolean;
  fault: CallFault;
  onRetry: () => void;
  /** Called when it is closed: the next time it is shown it is asked for once more. */
  onGone: () => void;
  onClose: (() => void) | undefined;
}

function Missing({ place, open, fault, onRetry, onGone, onClose }: Props) {
  const { t } = useTranslation();
  useEffect(() => onGone, [onGone]);
  useEffect(() => {
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);
  switch (place) {
    case 'area':
      return (
        <div role="alert">
          <FaultState title={t('fault.part')} fault={fault} onRetry={onRetry} />
        </div>
      );
    case 'button':
      return (
        <Button icon={<RotateCcw size={16} />} title={t('fault.part')} onClick={onRetry}>
          {t('common.retry')}
        </Button>
      );
    case 'over':
      if (!open) return null;
      return (
        <div role="alert" className={styles.over}>
          <CircleAlert size={16} strokeWidth={1.6} aria-hidden="true" />
          <span>{t('fault.part')}</span>
          <Button size="small" onClick={onRetry}>
            {t('common.retry')}
          </Button>
          {onClose ? (
            <button type="button" className="owl-plain-button" aria-label={t('common.close')} onClick={onClose}>
              <X size={16} strokeWidth={1.6} aria-hidden="true" />
            </button>
          ) : null}
        </div>
      );
  }
}
