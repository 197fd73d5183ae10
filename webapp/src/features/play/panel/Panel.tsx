// What there is to know and to do about the phone besides its picture: tabs on a desk's right side, the same in a sheet on a phone's screen.
import { Tabs } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { panelTab } from '@/core/storage';
import { usePlayContext } from '../PlayContext';
import styles from './Panel.module.css';
import { ALWAYS, type PanelTab, tabs } from './tabs';

export function Panel() {
  const { t } = useTranslation();
  const play = usePlayContext();
  const [chosen, setChosen] = useState<string>(() => panelTab.get());
  const shown = tabs.filter((tab) => tab.shown(play));
  const open = shown.some(({ key }) => key === chosen) ? chosen : ALWAYS;
  return (
    <Tabs
      size="small"
      className={styles.panel}
      activeKey={open}
      onChange={(key) => {
        panelTab.set(key as PanelTab['key']);
        setChosen(key);
      }}
      items={shown.map(({ key, Tab }) => ({ key, label: t(`play.tab.${key}`), children: <Tab /> }))}
    />
  );
}
