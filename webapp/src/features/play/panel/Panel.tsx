// What there is to know and to do about the phone besides its picture: tabs on a desk's right side, the same in a sheet (`PanelSheet`) on a phone's screen.
import { Tabs } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { panelTab, sheetTab } from '@/core/storage';
import { usePlayContext } from '../PlayContext';
import styles from './Panel.module.css';
import { ALWAYS, type PanelTab, tabs } from './tabs';

interface Props {
  /** Called when a tool has served: a sheet is out of the way then. */
  onDone?: () => void;
}

export function Panel({ onDone }: Props) {
  const { t } = useTranslation();
  const play = usePlayContext();
  // A desk has the tools beside the picture; a sheet is opened for them.
  const kept = play.wide ? panelTab : sheetTab;
  const [chosen, setChosen] = useState<string>(() => kept.get());
  const shown = tabs.filter((tab) => tab.shown(play));
  const open = shown.some(({ key }) => key === chosen) ? chosen : ALWAYS;
  return (
    <Tabs
      size="small"
      className={styles.panel}
      activeKey={open}
      onChange={(key) => {
        kept.set(key as PanelTab['key']);
        setChosen(key);
      }}
      items={shown.map(({ key, Tab }) => ({ key, label: t(`play.tab.${key}`), children: <Tab onDone={onDone} /> }))}
    />
  );
}
