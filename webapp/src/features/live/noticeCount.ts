// The number of unread notices, as the sockets say it: what the header's badge shows.
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';

const slice = createSlice({
  name: 'live',
  initialState: { noticeCount: 0 },
  reducers: {
    noticesCounted(state, { payload }: PayloadAction<number>) {
      state.noticeCount = payload;
    },
  },
});

export const { noticesCounted } = slice.actions;
export const liveReducer = slice.reducer;

/** Unread notices; 0 while nothing is known. */
export const useNoticeCount = (): number =>
  useSelector((state: { live: ReturnType<typeof liveReducer> }) => state.live.noticeCount);
