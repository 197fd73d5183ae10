// The master's column: the phone with a menu to swap it, its picture, its keys, and the readout of the stream.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlayContext } from '@/features/play/PlayContext';
import { HeadTools } from '@/features/play/rail/HeadTools';
import { Rail } from '@/features/play/rail/Rail';
import { SheetTools } from '@/features/play/rail/SheetTools';
import { Readout } from '@/features/play/readout/Readout';
import {
  ClipChip,
  InputMethodChip,
  PaceChip,
  ScreenshotModeChip,
  SmallChip,
  ViewOnlyChip,
} from '@/features/play/stage/Chips';
import { Screen } from '@/features/play/stage/Screen';
import { ControlRequests } from '@/features/play/together/ControlRequests';
import { TogetherChip } from '@/features/play/together/TogetherChip';
import { Sheet } from '@/ui/dialogs/Sheet';
import { useWide } from '@/ui/useWide';
import { useGroupPlay } from '../GroupContext';
import styles from './MasterSide.module.css';
import { Swap } from './Swap';

/** Tools that the rail leaves out here: the column has no room for them, or they would lead out of the group. */
const ROTATE = ['rotate'];
const AWAY = ['ownSize', 'popOut', 'fullscreen'];
const NONE: readonly string[] = [];

export function MasterSide() {
  const { t } = useTranslation();
  const wide = useWide();
  const { master } = useGroupPlay();
  const { name } = usePlayContext();
  const [sheet, setSheet] = useState(false);
  const also = wide ? ROTATE : NONE;
  return (
    <>
      <div className={styles.head}>
        <span className={styles.tag}>{t('group.master')}</span>
        <h2 className={styles.name} title={name}>
          {name}
        </h2>
        {wide ? <span className={`owl-mono ${styles.id}`}>{master.owlId}</span> : null}
        <span className={styles.grow} />
        {wide ? null : <HeadTools />}
        <Swap />
      </div>
      <div className={styles.chips}>
        <TogetherChip />
        <ViewOnlyChip />
        <InputMethodChip />
        <SmallChip />
        <ScreenshotModeChip />
        <PaceChip />
        <ClipChip />
      </div>
      <ControlRequests />
      <div className={styles.room}>
        <Screen />
      </div>
      <Rail also={also} onMore={() => setSheet(true)} />
      <Readout short />
      <Sheet open={sheet} title={name} onClose={() => setSheet(false)}>
        <SheetTools without={[...AWAY, ...also]} onDone={() => setSheet(false)} />
      </Sheet>
    </>
  );
}
