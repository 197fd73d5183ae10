// State of the frame that outlives a page: sidebar, appearance, size, layout, visited views. What is to last is stored with the change;
// the layout is stored when the member saves it, the tabs bar also when it is chosen by itself.
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import {
  type Appearance,
  activeItem,
  appearance,
  columnShown,
  type LayoutSetting,
  layout,
  type Size,
  sidebar,
  size,
  tabValue,
} from '@/core/storage';
import { type Closing, close, isTabs, restored, type Tab, visit } from './tabs/tabs';

/** Overlays of the page: one is open at a time. */
export type Overlay = 'settings' | 'palette' | 'help' | 'feedback' | 'sharing';

interface ShellState {
  sidebarOpen: boolean;
  /** Whether the labelled column of a group stands where there is room for it. */
  columnOpen: boolean;
  appearance: Appearance;
  size: Size;
  layout: LayoutSetting;
  /** Addition of the current page to its route's title in the breadcrumb: the phone's name on the play page. */
  trail: string | null;
  /** The path of the menu item that was last chosen. */
  activeItem: string | null;
  tabs: Tab[];
  /** The path of the view that is open. */
  open: string;
  /** Paths of the tabs whose pages were shown since the console was loaded: those are kept behind the open one. */
  alive: string[];
  /** How often each view was opened afresh: a change makes the page anew. */
  freshness: Record<string, number>;
  overlay: Overlay | null;
}

const keptTabs = tabValue('tabs', isTabs);

const initial = (): ShellState => ({
  sidebarOpen: sidebar.get(),
  columnOpen: columnShown.get() === 'shown',
  appearance: appearance.get(),
  size: size.get(),
  layout: layout.get(),
  trail: null,
  activeItem: activeItem.get(),
  tabs: keptTabs.get() ?? [],
  open: '',
  alive: [],
  freshness: {},
  overlay: null,
});

/** A key of the layout, and its new value. */
export type LayoutChange = { [K in keyof LayoutSetting]: { key: K; value: LayoutSetting[K] } }[keyof LayoutSetting];

function keep(state: ShellState, tabs: Tab[]): void {
  state.tabs = tabs;
  state.alive = state.alive.filter((path) => tabs.some((tab) => tab.path === path));
  keptTabs.set(tabs);
}

const slice = createSlice({
  name: 'shell',
  initialState: initial,
  reducers: {
    sidebarToggled(state) {
      state.sidebarOpen = !state.sidebarOpen;
      sidebar.set(state.sidebarOpen);
    },
    columnToggled(state) {
      state.columnOpen = !state.columnOpen;
      columnShown.set(state.columnOpen ? 'shown' : 'folded');
    },
    appearanceChosen(state, { payload }: PayloadAction<Appearance>) {
      state.appearance = payload;
      appearance.set(payload);
    },
    /** For as long as the page stands inside another: nothing is stored. */
    appearanceLent(state, { payload }: PayloadAction<Appearance>) {
      state.appearance = payload;
    },
    sizeChosen(state, { payload }: PayloadAction<Size>) {
      state.size = payload;
      size.set(payload);
    },
    /** Only keys that exist change. */
    layoutChanged(state, { payload }: PayloadAction<LayoutChange>) {
      if (Object.hasOwn(state.layout, payload.key)) Object.assign(state.layout, { [payload.key]: payload.value });
    },
    layoutSaved(state) {
      layout.set(state.layout);
    },
    /** The tabs bar, chosen elsewhere than in the drawer: stored by itself, for what else changed there is not saved. */
    tagsViewChosen(state, { payload }: PayloadAction<boolean>) {
      state.layout.tagsView = payload;
      layout.set({ tagsView: payload });
    },
    trailSet(state, { payload }: PayloadAction<string | null>) {
      state.trail = payload;
      if (payload === null) return;
      keep(
        state,
        state.tabs.map((tab) => (tab.path === state.open ? { ...tab, title: payload } : tab)),
      );
    },
    itemChosen(state, { payload }: PayloadAction<string>) {
      state.activeItem = payload;
      activeItem.set(payload);
    },
    /** The frame stands: pinned tabs, and those that a reload left. */
    tabsStarted(state, { payload }: PayloadAction<{ pinned: string[]; permitted: string[] }>) {
      const permitted = (path: string) => payload.permitted.includes(path);
      keep(state, restored(payload.pinned, state.tabs, permitted));
    },
    viewVisited(state, { payload }: PayloadAction<Omit<Tab, 'title'>>) {
      state.open = payload.path;
      if (!state.alive.includes(payload.path)) state.alive.push(payload.path);
      keep(state, visit(state.tabs, payload));
    },
    viewsClosed(state, { payload }: PayloadAction<{ path: string; which: Closing }>) {
      keep(state, close(state.tabs, payload.path, payload.which));
    },
    viewRefreshed(state, { payload }: PayloadAction<string>) {
      state.freshness[payload] = (state.freshness[payload] ?? 0) + 1;
    },
    /** The member left: nobody sees which pages and phones were open. */
    viewsForgotten(state) {
      state.freshness = {};
      state.trail = null;
      state.overlay = null;
      state.open = '';
      state.tabs = [];
      state.alive = [];
      keptTabs.set(null);
    },
    overlayShown(state, { payload }: PayloadAction<Overlay | null>) {
      state.overlay = payload;
    },
  },
});

export const {
  sidebarToggled,
  columnToggled,
  appearanceChosen,
  appearanceLent,
  sizeChosen,
  layoutChanged,
  layoutSaved,
  tagsViewChosen,
  trailSet,
  itemChosen,
  tabsStarted,
  viewVisited,
  viewsClosed,
  viewRefreshed,
  viewsForgotten,
  overlayShown,
} = slice.actions;
export const shellReducer = slice.reducer;
