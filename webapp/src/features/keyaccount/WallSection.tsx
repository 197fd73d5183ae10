// The phones of one sub-account or group: its name and counts, and its phones as one row of live small pictures, or as many as there are.

import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Eyes } from '@/ui/Eyes';
import cells from '@/ui/list/Cells.module.css';
import { Pager } from '@/ui/list/Pager';
import type { Paging } from '@/ui/list/urlState';
import { type Section, type Sorting, useListWallPhonesQuery } from './api';
import { Cell } from './Cell';
import styles from './Wall.module.css';
import { POLL_MS } from './WallPage';

/** Cells of the widest row; the narrower ones hide what has no room. */
const ROW_CELLS = 30;
/** Cells of a page of a section that is opened. */
const PAGE_CELLS = 100;
/** Asked for so long before it comes into view. */
const NEAR = '300px';

const NO_IDS: readonly number[] = [];

export const keyOf = ({ memberId, groupId }: Section): string => String(memberId ?? groupId ?? 'rest');

interface Props {
  section: Section;
  asked: { by: Sorting; keyword?: string };
  /** The phones that may have a picture now; none while the section is out of view. */
  onPhones: (ids: readonly number[]) => void;
}

export function WallSection({ section, asked, onPhones }: Props) {
  const { t } = useTranslation();
  const place = useRef<HTMLElement>(null);
  const [near, setNear] = useState(false);
  const [paging, setPaging] = useState<Paging | null>(null);
  const { memberId, groupId, total } = section;
  const question = {
    ...asked,
    ...(memberId === null ? {} : { memberId }),
    ...(groupId === null ? {} : { groupId }),
    ...(paging ?? { pageNo: 1, pageSize: ROW_CELLS }),
  };
  const { data } = useListWallPhonesQuery(question, {
    skip: !near,
    refetchOnMountOrArgChange: true,
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
  });

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const watcher = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: NEAR,
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);

  const ids = near && data ? data.list.map(({ phoneId }) => phoneId) : NO_IDS;
  const told = useRef(onPhones);
  told.current = onPhones;
  const known = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same phones are told once
  useEffect(() => told.current(ids), [known]);
  useEffect(() => () => told.current(NO_IDS), []);

  const name = useSectionName(section, asked.by);
  return (
    <section ref={place} className={styles.section} aria-label={name}>
      <header className={styles.head}>
        <span className={cells.initial} aria-hidden="true">
          {[...name][0]}
        </span>
        <h2>{name}</h2>
        {section.phone && section.name ? <span className={`owl-figures ${styles.quiet}`}>{section.phone}</span> : null}
        {section.switchedOff ? <span className={styles.quiet}>{t('keyAccount.switchedOff')}</span> : null}
        <span className={styles.counts}>
          <b className="owl-figures">{t('keyAccount.count', { count: total })}</b>
          {section.inUse > 0 ? (
            <span className={`owl-figures ${cells.working}`}>
              <Eyes look="open" /> {t('keyAccount.inUse', { n: section.inUse })}
            </span>
          ) : null}
          {section.off > 0 ? <span className="owl-figures">{t('keyAccount.off', { n: section.off })}</span> : null}
          {section.failed > 0 ? (
            <span className={`owl-figures ${styles.failed}`}>{t('keyAccount.broken', { n: section.failed })}</span>
          ) : null}
          <Button
            type="link"
            size="small"
            aria-expanded={paging !== null}
            aria-label={t(paging ? 'keyAccount.foldName' : 'keyAccount.unfoldName', { name })}
            onClick={() => setPaging(paging ? null : { pageNo: 1, pageSize: PAGE_CELLS })}
          >
            {paging ? t('keyAccount.fold') : t('keyAccount.unfold', { n: total })}
          </Button>
        </span>
      </header>
      <div className={styles.cells} data-open={paging !== null}>
        {near ? data?.list.map((phone) => <Cell key={phone.phoneId} phone={phone} />) : null}
      </div>
      {paging && total > PAGE_CELLS ? (
        <Pager
          {...paging}
          total={data?.total ?? total}
          totalWords={t('keyAccount.count', { count: total })}
          onChange={(part) => setPaging({ ...paging, ...part })}
        />
      ) : null}
    </section>
  );
}

/** The sub-account's or the group's name, or what phones in none are called. */
function useSectionName({ memberId, groupId, name, phone }: Section, by: Sorting): string {
  const { t } = useTranslation();
  if (memberId === null && groupId === null) return t(by === 'group' ? 'keyAccount.ungrouped' : 'keyAccount.notGiven');
  return name || phone;
}
