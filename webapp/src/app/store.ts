// The redux store: server data under `api`, the frame's own state under `shell`. Sockets and pictures are in neither.
import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { useDispatch, useSelector } from 'react-redux';
import { api } from '@/core/api';
import { onSessionEnd } from '@/core/session';
import { liveReducer } from '@/features/live/noticeCount';
import { shellReducer, viewsForgotten } from '@/shell/slice';

export const store = configureStore({
  reducer: { [api.reducerPath]: api.reducer, shell: shellReducer, live: liveReducer },
  middleware: (defaults) => defaults().concat(api.middleware),
  // Subscribers are notified at once, not at the next animation frame: it may be late, and a hidden page has none.
  enhancers: (defaults) => defaults({ autoBatch: { type: 'tick' } }),
});

// Polling stops while the page is hidden.
setupListeners(store.dispatch);
// Data that one member saw must not be shown to the next.
onSessionEnd(() => {
  store.dispatch(api.util.resetApiState());
  store.dispatch(viewsForgotten());
});

export type RootState = ReturnType<typeof store.getState>;
export type AppDispatch = typeof store.dispatch;
export const useAppSelector = useSelector.withTypes<RootState>();
export const useAppDispatch = useDispatch.withTypes<typeof store.dispatch>();
