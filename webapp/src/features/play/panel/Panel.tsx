// Panel beside the picture: tabs at the right of a desktop-sized window, the same tabs in a sheet (`PanelSheet`) on a phone's screen.
import { Tabs } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { panelTab, sheetTab } from '@/core/storage';
import { usePlayContext } from '../PlayContext';
import styles from './Panel.module.css';
import { ALWAYS, type PanelTab, tabs } from './tabs';

interface Props {
  /** Called after a tool was used, so that a sheet closes. */
  onDone?: () => void;
}

export function Panel({ onDone }: Props) {
  const { t } = useTranslation();
  const play = usePlayContext();
  // A sheet is opened for the tools, a desktop has them beside the picture: each starts on its own tab.
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
