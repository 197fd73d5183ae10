// A page of operators that is edited and saved as a whole: its frame while it loads, how it is saved, and what is said when it was not.
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { usePageTitle } from '@/shell/usePageTitle';
import { Note } from '../Note';
import { FaultState } from '../states/FaultState';
import { faultWords } from '../states/faultWords';
import { RowSkeletons } from '../states/Skeletons';
import { useWide } from '../useWide';
import { ChangedMeanwhile, type Meanwhile, meanwhileIn } from './ChangedMeanwhile';
import styles from './EditedPage.module.css';

interface Props<Now> {
  title: string;
  /** Title of the failure when the page does not load. */
  failed: string;
  answer: { data?: Now | undefined; error?: unknown; isFetching: boolean; refetch: () => unknown };
  children: (now: Now, heading: ReactNode) => ReactNode;
}

export function EditedPage<Now>({ title, failed, answer: { data, error, isFetching, refetch }, children }: Props<Now>) {
  // On a phone the header shows the title.
  const wide = useWide();
  const ref = usePageTitle(title);
  if (!data && error && !isFetching) {
    return <FaultState title={failed} fault={error as CallFault} onRetry={() => void refetch()} />;
  }
  const heading = (
    <h1 ref={ref} tabIndex={-1} className={wide ? styles.title : 'owl-hidden-text'}>
      {title}
    </h1>
  );
  return data ? (
    children(data, heading)
  ) : (
    <div className={styles.main}>
      {heading}
      <RowSkeletons count={8} />
    </div>
  );
}

interface Ways<Now> {
  /** Saves the draft over the version that was last changed at this time. */
  save: (updateTime: number) => Promise<{ data?: Now | undefined; error?: unknown }>;
  onSaved: (now: Now) => void;
  /** Whether a refusal is shown beside its field, and not at the foot of the page. */
  saysItself?: (fault: CallFault) => boolean;
}

export interface Saving<Now> {
  meanwhile: Meanwhile<Now> | null;
  fault: CallFault | null;
  send: (updateTime: number) => Promise<void>;
  /** Hides the refusal while the member corrects the field. */
  dropFault: () => void;
  /** Hides refusal and conflict. */
  settle: () => void;
}

export function useSaving<Now>({ save, onSaved, saysItself }: Ways<Now>): Saving<Now> {
  const [meanwhile, setMeanwhile] = useState<Meanwhile<Now> | null>(null);
  const [fault, setFault] = useState<CallFault | null>(null);
  const settle = () => {
    setMeanwhile(null);
    setFault(null);
  };
  const send = async (updateTime: number) => {
    setFault(null);
    const { data, error } = await save(updateTime);
    if (data) {
      settle();
      onSaved(data);
      return;
    }
    const refused = error as CallFault;
    const other = meanwhileIn<Now>(refused);
    if (other) setMeanwhile(other);
    else if (!saysItself?.(refused)) setFault(refused);
  };
  return { meanwhile, fault, send, dropFault: () => setFault(null), settle };
}

interface NotesProps<Now> {
  saving: Saving<Now>;
  /** Whether the fault is shown beside its field. */
  beside?: boolean;
  /** Describes how the other version differs from the draft. */
  differs: (theirs: Now) => ReactNode;
  /** Saves the draft over the other version. */
  onMine: (theirs: Now) => void;
  onTheirs: (theirs: Now) => void;
}

/** Shows the conflict of two versions, and refusals. */
export function SavingNotes<Now extends { updateTime: number }>(props: NotesProps<Now>) {
  const { saving, beside = false, differs, onMine, onTheirs } = props;
  const { t } = useTranslation();
  const { meanwhile, fault, send, settle } = saving;
  return (
    <>
      {meanwhile ? (
        <ChangedMeanwhile
          by={meanwhile.by}
          at={meanwhile.time}
          onMine={() => {
            settle();
            onMine(meanwhile.now);
            void send(meanwhile.now.updateTime);
          }}
          onTheirs={() => {
            settle();
            onTheirs(meanwhile.now);
          }}
        >
          {differs(meanwhile.now)}
        </ChangedMeanwhile>
      ) : null}
      {fault && !beside ? (
        <Note tone="fault" requestId={fault.requestId}>
          {faultWords(fault, t)}
        </Note>
      ) : null}
    </>
  );
}
