// The tabs of the panel, in order. A new one is a component and a line in the table below.
import type { ComponentType } from 'react';
import type { Play } from '../PlayContext';
import { AppsTab } from './AppsTab';
import { FilesTab } from './FilesTab';
import { InfoTab } from './InfoTab';
import { KeysTab } from './KeysTab';
import { ToolsTab } from './ToolsTab';

export interface PanelTab {
  key: 'tools' | 'apps' | 'files' | 'keys' | 'info';
  /** Whether it means anything in this session. */
  shown: (play: Play) => boolean;
  Tab: ComponentType<{ onDone: (() => void) | undefined }>;
}

export const tabs: readonly PanelTab[] = [
  { key: 'tools', shown: ({ state }) => state.phase !== 'over', Tab: ToolsTab },
  // Whoever does not control the phone starts and stops nothing on it.
  { key: 'apps', shown: ({ state }) => state.control, Tab: AppsTab },
  // Whoever may only see the phone sees none of its files.
  { key: 'files', shown: ({ phone }) => phone !== undefined && phone.level !== 'view', Tab: FilesTab },
  // Without control, or without a keyboard to speak of, there are no keys to tell of.
  { key: 'keys', shown: ({ state, wide }) => state.control && wide, Tab: KeysTab },
  { key: 'info', shown: () => true, Tab: InfoTab },
];

/** The tab that is open where the chosen one means nothing. */
export const ALWAYS: PanelTab['key'] = 'info';
