// Apps of the whole group: started, stopped, removed or installed on the master and its followers. Each phone has its lane in the
// receipt, which opens over the page.
import { Tooltip } from 'antd';
import { FolderUp, LayoutGrid, type LucideIcon } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { whyNot } from '@/features/phones/actions/actions';
import type { Phone } from '@/features/phones/api';
import { StillPicture } from '@/features/phones/pictures/Deck';
import { withWords } from '@/i18n';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { useGroupPlay } from '../GroupContext';
import styles from './Dock.module.css';

const Apps = lazyWithRetry(() => withWords(['apps', 'operations'], () => import('@/features/apps/AppsDialog')), 'over');
const PushDialog = lazyWithRetry(() => withWords(['uploads'], () => import('@/features/uploads/PushDialog')), 'over');
const PushReceipt = lazyWithRetry(
  () => withWords(['operations'], () => import('@/features/uploads/PushReceipt')),
  'over',
);

const ICON = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;
const NOTHING: readonly File[] = [];
const ways = [
  { way: 'apps', icon: LayoutGrid },
  { way: 'install', icon: FolderUp },
] as const satisfies { way: string; icon: LucideIcon }[];
type DialogName = (typeof ways)[number]['way'];

/** Phones that an app action goes to: the master and the followers that are not excluded, in the order of the page. */
function useMeant(): readonly Phone[] {
  const { master, followers, excluded } = useGroupPlay();
  return [master, ...followers.filter(({ phoneId }) => !excluded.has(phoneId))];
}

/** The dock's buttons, and what they open, which stands beside the dock. */
export function useGroupApps(wide: boolean): { buttons: ReactNode; over: ReactNode } {
  const { t } = useTranslation();
  const meant = useMeant();
  // Phones that the dialog was opened for: one that leaves the group meanwhile gets a lane that says so.
  const [asked, setAsked] = useState<{ way: DialogName; phones: readonly Phone[] } | null>(null);
  const [batchIds, setBatchIds] = useState<readonly number[]>([]);
  const close = () => setAsked(null);
  const started = (ids: readonly number[]) => {
    close();
    setBatchIds(ids);
  };
  return {
    buttons: (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's.
      <div className={styles.keys} role="group" aria-label={t('group.appsOf', { n: meant.length })}>
        {ways.map(({ way, icon: Icon }) => (
          <Tooltip key={way} title={wide ? '' : t(`group.${way}`)}>
            <button
              type="button"
              className={`owl-plain-button ${styles.key}`}
              aria-label={t(`group.${way}`)}
              onClick={() => setAsked({ way, phones: meant })}
            >
              <Icon {...ICON} />
              {wide ? <span>{t(`group.${way}`)}</span> : null}
            </button>
          </Tooltip>
        ))}
      </div>
    ),
    over: (
      <Suspense fallback={null}>
        {asked?.way === 'apps' ? (
          <Apps open phones={asked.phones} onStarted={started} onDone={close} onClose={close} />
        ) : null}
        {asked?.way === 'install' ? (
          <PushDialog
            open
            dropped={NOTHING}
            phones={asked.phones.map((phone) => ({
              id: phone.phoneId,
              name: phone.phoneAlias || phone.owlId,
              code: phone.owlId,
              blocked: whyNot('pushFile', phone) ?? undefined,
            }))}
            group
            onStarted={({ batchId }) => started([batchId])}
            onClose={close}
          />
        ) : null}
        {batchIds.length === 0 ? null : (
          <PushReceipt
            batchIds={batchIds}
            picture={(id: number) => <StillPicture phoneId={id} />}
            onOpen={setBatchIds}
            onClose={() => setBatchIds([])}
          />
        )}
      </Suspense>
    ),
  };
}
