// A link that was just made, above all links of the member: another one is shown in its place by choosing it there.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '@/ui/dialogs/Sheet';
import { FIRST_LINKS, type Link, nameOf, useListShareLinksQuery } from './api';
import { LinkPassed } from './LinkShown';
import styles from './Links.module.css';
import LinksPanel from './LinksPanel';

const WIDTH = 920;

interface Props {
  open: boolean;
  name: string;
  made: { linkId: number; path: string; passcode: string | null; untilTime: number };
  onClose: () => void;
}

export function LinkWindow({ open, name, made, onClose }: Props) {
  const { t } = useTranslation();
  const [page, setPage] = useState(FIRST_LINKS);
  const { currentData } = useListShareLinksQuery(page);
  const [chosen, setChosen] = useState<Link | null>(null);
  const id = chosen?.linkId ?? made.linkId;
  // The list knows how it stands now.
  const listed = currentData?.list.find(({ linkId }) => linkId === id) ?? chosen;
  const passcode = chosen && chosen.linkId !== made.linkId ? null : made.passcode;
  return (
    <Sheet
      open={open}
      title={t('links.titleOf', { name: chosen ? nameOf(chosen) : name })}
      width={WIDTH}
      onClose={onClose}
    >
      <LinkPassed {...made} {...(listed ?? {})} passcode={passcode} watching={listed ?? undefined} />
      <section className={styles.all} aria-label={t('links.all')}>
        <h3>{t('links.all')}</h3>
        <LinksPanel
          {...page}
          shown={id}
          onChange={(part) => setPage((old) => ({ ...old, ...part }))}
          onShow={setChosen}
        />
      </section>
    </Sheet>
  );
}
