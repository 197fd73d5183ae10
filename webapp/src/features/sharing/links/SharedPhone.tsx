// The open page `/sharePhoneVideo`: one phone, live.
import { LivePlayer } from './LivePlayer';
import { SharedPage } from './SharedPage';

export function SharedPhone() {
  return (
    <SharedPage kind="live">
      {(page, onOver) =>
        page.phoneId === null ? null : <LivePlayer page={page} phoneId={page.phoneId} onOver={onOver} />
      }
    </SharedPage>
  );
}
