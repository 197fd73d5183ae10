// Sends files to the phone that is played: dropped anywhere on its page, pasted, or chosen; the dialog, then the receipt, opens over the picture.
import { FolderUp } from 'lucide-react';
import {
  createContext,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { StillPicture } from '@/features/phones/pictures/Deck';
import type { Upload } from '@/features/uploads/api';
import { withWords } from '@/i18n';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { usePlayContext } from '../PlayContext';
import { RailButton } from '../rail/RailButton';
import styles from './PushHere.module.css';

const PushDialog = lazyWithRetry(() => withWords(['uploads'], () => import('@/features/uploads/PushDialog')), 'over');
const PushReceipt = lazyWithRetry(
  () => withWords(['operations'], () => import('@/features/uploads/PushReceipt')),
  'over',
);

/** Opens the dialog for dropped files or a file of the cloud storage; for this phone, or for others, which the dialog then asks for. */
type OpenPush = (dropped?: readonly File[], cloud?: Upload, to?: 'others') => void;

/** Provides the dialog's opener; null where files cannot be sent. */
const PushContext = createContext<OpenPush | null>(null);

/** Opener of the dialog for files; null where files cannot be sent. */
export const useAskPush = (): OpenPush | null => useContext(PushContext);

interface PushRequest {
  dropped: readonly File[];
  cloud: Upload | undefined;
  others: boolean;
  /** React key: each request mounts a new dialog. */
  round: number;
}

const NOBODY: readonly never[] = [];

const hasFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false;

interface Props {
  /** Element of the page that takes dropped files. */
  place: RefObject<HTMLElement | null>;
  children: ReactNode;
}

export function PushHere({ place: page, children }: Props) {
  const { phoneId, name, phone, state, stage } = usePlayContext();
  const [asked, setAsked] = useState<PushRequest | null>(null);
  const [open, setOpen] = useState(false);
  const [over, setOver] = useState(false);
  const [batchId, setBatchId] = useState<number | null>(null);
  const may = state.control;

  const ask = useCallback<OpenPush>((dropped = [], cloud, to) => {
    setAsked((old) => ({ dropped, cloud, others: to === 'others', round: (old?.round ?? 0) + 1 }));
    setOpen(true);
  }, []);

  useEffect(() => {
    const place = page.current;
    if (!may || !place) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    place.addEventListener(
      'dragover',
      (event) => {
        if (!hasFiles(event.dataTransfer)) return;
        // Without this the browser would open the file in place of the page.
        event.preventDefault();
        setOver(true);
      },
      { signal },
    );
    place.addEventListener(
      'dragleave',
      (event) => {
        if (!(event.relatedTarget instanceof Node) || !place.contains(event.relatedTarget)) setOver(false);
      },
      { signal },
    );
    place.addEventListener(
      'drop',
      (event) => {
        setOver(false);
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length === 0) return;
        event.preventDefault();
        ask(files);
      },
      { signal },
    );
    // Capturing listener: pasted files come with text, which the phone's keyboard field would take.
    place.addEventListener(
      'paste',
      (event) => {
        const files = [...(event.clipboardData?.files ?? [])];
        if (files.length === 0) return;
        event.preventDefault();
        event.stopPropagation();
        ask(files);
      },
      { signal, capture: true },
    );
    return () => {
      listeners.abort();
      setOver(false);
    };
  }, [may, page, ask]);

  const show = useCallback((id: number | null) => setBatchId(id), []);
  const close = useCallback(() => setBatchId(null), []);
  return (
    <PushContext value={may ? ask : null}>
      {children}
      {over && stage.current ? createPortal(<Surface name={name} />, stage.current) : null}
      <Suspense fallback={null}>
        {asked ? (
          <PushDialog
            key={asked.round}
            open={open}
            dropped={asked.dropped}
            cloud={asked.cloud}
            phones={asked.others ? NOBODY : [{ id: phoneId, name, code: phone?.owlId ?? '' }]}
            onStarted={(started) => show(started.batchId)}
            onClose={() => setOpen(false)}
          />
        ) : null}
        {batchId === null ? null : (
          <PushReceipt
            batchIds={[batchId]}
            picture={(id: number) => <StillPicture phoneId={id} />}
            onOpen={([id]) => show(id ?? null)}
            onClose={close}
          />
        )}
      </Suspense>
    </PushContext>
  );
}

/** Overlay that names the receiving phone while files are dragged over the page. */
function Surface({ name }: { name: string }) {
  const { t } = useTranslation();
  return (
    <div className={styles.surface} role="status">
      <FolderUp size={32} strokeWidth={1.4} aria-hidden="true" />
      <b>{t('play.dropHere', { name })}</b>
      <span>{t('play.dropHereHint')}</span>
    </div>
  );
}

/** Button of the rail; a group's page has no dialog, and so no button. */
export function PushFiles() {
  const { t } = useTranslation();
  const ask = useAskPush();
  return ask ? <RailButton label={t('play.push')} icon={FolderUp} onClick={() => ask()} /> : null;
}
