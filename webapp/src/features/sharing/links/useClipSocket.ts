// The socket of a page that plays a clip: while it is open the page is counted, and it says when the link is over.
import { useEffect, useState } from 'react';
import { SocketClose } from '@/contract/constants';
import { keepOpen } from '@/core/live/socket';
import type { Over } from './SharedPage';
import { clipTicketOf, type LinkPage } from './visitorApi';

/** Whether it is open. */
export function useClipSocket({ accessToken }: LinkPage, onOver: (why: Over) => void): boolean {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const kept = keepOpen({
      path: () => '/websocket/clip',
      anonymous: true,
      ticket: async () => {
        const ticket = await clipTicketOf(accessToken, stop.signal);
        if (ticket === 'gone' && !stop.signal.aborted) onOver('gone');
        return ticket === 'gone' ? null : ticket;
      },
      onFrame: () => {},
      onOpened: () => setOpen(true),
      closed: (code) => {
        setOpen(false);
        if (code === SocketClose.refused) onOver('gone');
        if (code === SocketClose.tooMany) onOver('full');
      },
    });
    return () => {
      stop.abort();
      kept.close();
    };
  }, [accessToken, onOver]);
  return open;
}
