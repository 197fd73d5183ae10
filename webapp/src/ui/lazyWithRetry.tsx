// A part whose script comes when it is first shown. A dialog that takes its time says that it is coming. Where a part does not come, or
// breaks, its place says so and offers another try; the page around it stands. It tries again by itself when the network is back.
import { Button } from 'antd';
import { CircleAlert, LoaderCircle, RotateCcw, X } from 'lucide-react';
import { type ComponentType, createElement, lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isReloading, mendStyles } from '@/core/chunks';
import type { CallFault } from '@/core/http';
import styles from './lazyWithRetry.module.css';
import { ErrorBoundary } from './states/ErrorBoundary';
import { FaultState } from './states/FaultState';
import { asFault, UNREACHED } from './states/faultWords';
import { useAfter } from './states/useAfter';

/**
 * Notice in the place of a part that did not come: as large as a page or a list, as a button, or a line over the page. `quiet` is
 * an `over` that nobody waits for: it comes by itself, or something else stands for it meanwhile.
 */
type Place = 'area' | 'button' | 'over' | 'quiet';

/** How long a dialog may take before its coming is shown: what is there sooner would only flash. */
const UNNOTICED_MS = 150;

/**
 * The component that `load` brings; used inside a `Suspense`. `over`, for dialogs and drawers: while it is open and not there yet, a
 * sign says so; the line of one that did not come can be closed, which calls the part's `onClose`.
 */
export function lazyWithRetry<P extends object>(
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
  return function LazyWithRetry(props: P) {
    const { open = true, onClose } = props as { open?: boolean; onClose?: () => void };
    const part = <LoadedPart part={() => createElement(Part as ComponentType<P>, props)} />;
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
        {place === 'over' ? <Suspense fallback={open ? <Coming /> : null}>{part}</Suspense> : part}
      </ErrorBoundary>
    );
  };
}

/** Reads the component when it is rendered, so that a retry gets the renewed one. */
const LoadedPart = ({ part }: { part: () => React.ReactElement }) => part();

/** Sign that a dialog is loading. */
function Coming() {
  const { t } = useTranslation();
  return useAfter(UNNOTICED_MS) ? (
    <div role="status" className={styles.coming}>
      <LoaderCircle size={18} strokeWidth={1.6} className="owl-turning" aria-hidden="true" />
      {t('common.loading')}
    </div>
  ) : null;
}

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
    case 'quiet':
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
