// What there is to know and to do about the phone besides its picture: tabs on a desk's right side, the same in a sheet (`PanelSheet`) on a phone's screen.
import { Tabs } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { panelTab } from '@/core/storage';
import { usePlayContext } from '../PlayContext';
import styles from './Panel.module.css';
import { FIRST, type PanelTab, SHEET_FIRST, tabs } from './tabs';

interface Props {
  /** Called when a tool has served: a sheet is out of the way then. */
  onDone?: () => void;
}

export function Panel({ onDone }: Props) {
  const { t } = useTranslation();
  const play = usePlayContext();
  const first = play.wide ? FIRST : SHEET_FIRST;
  // Who never chose another tab has the first one.
  const [chosen, setChosen] = useState<string>(() => (panelTab.get() === FIRST ? first : panelTab.get()));
  const shown = tabs.filter((tab) => tab.shown(play));
  const open = shown.some(({ key }) => key === chosen)
    ? chosen
    : shown.some(({ key }) => key === first)
      ? first
      : FIRST;
  return (
    <Tabs
      size="small"
      className={styles.panel}
      activeKey={open}
      onChange={(key) => {
        panelTab.set(key as PanelTab['key']);
        setChosen(key);
      }}
      items={shown.map(({ key, Tab }) => ({ key, label: t(`play.tab.${key}`), children: <Tab onDone={onDone} /> }))}
    />
  );
}
