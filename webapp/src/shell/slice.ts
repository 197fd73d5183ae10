// State of the frame that outlives a page: the sidebar's width and the appearance. Each change is stored at once.
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { type Appearance, appearance, sidebar } from '@/core/storage';

interface ShellState {
  sidebarOpen: boolean;
  appearance: Appearance;
  /** What the current page adds to its route's title in the breadcrumb: the phone's name on the play page. */
  trail: string | null;
}

const initial = (): ShellState => ({ sidebarOpen: sidebar.get(), appearance: appearance.get(), trail: null });

const slice = createSlice({
  name: 'shell',
  initialState: initial,
  reducers: {
    sidebarToggled(state) {
      state.sidebarOpen = !state.sidebarOpen;
      sidebar.set(state.sidebarOpen);
    },
    appearanceChosen(state, { payload }: PayloadAction<Appearance>) {
      state.appearance = payload;
      appearance.set(payload);
    },
    trailSet(state, { payload }: PayloadAction<string | null>) {
      state.trail = payload;
    },
  },
});

export const { sidebarToggled, appearanceChosen, trailSet } = slice.actions;
export const shellReducer = slice.reducer;
