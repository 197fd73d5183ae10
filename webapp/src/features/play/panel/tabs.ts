// The tabs of the panel, in order. A new tab is a component and an entry in the table below.
import type { ComponentType } from 'react';
import type { Play } from '../PlayContext';
import { AppsTab } from './AppsTab';
import { FilesTab } from './FilesTab';
import { InfoTab } from './InfoTab';
import { KeysTab } from './KeysTab';
import { ToolsTab } from './ToolsTab';

export interface PanelTab {
  key: 'tools' | 'apps' | 'files' | 'keys' | 'info';
  /** Whether the tab is offered in this session. */
  shown: (play: Play) => boolean;
  Tab: ComponentType<{ onDone: (() => void) | undefined }>;
}

export const tabs: readonly PanelTab[] = [
  { key: 'tools', shown: ({ state }) => state.phase !== 'over', Tab: ToolsTab },
  // Only the member in control may start and stop apps.
  { key: 'apps', shown: ({ state }) => state.control, Tab: AppsTab },
  // A right to view does not include the phone's files.
  { key: 'files', shown: ({ phone }) => phone !== undefined && phone.level !== 'view', Tab: FilesTab },
  // Keys need control, and a hardware keyboard, which a narrow screen rarely has.
  { key: 'keys', shown: ({ state, wide }) => state.control && wide, Tab: KeysTab },
  { key: 'info', shown: () => true, Tab: InfoTab },
];

/** Tab that is opened where the chosen one is not offered. */
export const ALWAYS: PanelTab['key'] = 'info';
