// The open page `/sharePhoneVideo`: one phone, live.
import { SharedPage } from './SharedPage';
import { SharedPlayer } from './SharedPlayer';

export function SharedPhone() {
  return (
    <SharedPage kind="live">
      {(page, onOver) =>
        page.phoneId === null ? null : <SharedPlayer page={page} phoneId={page.phoneId} onOver={onOver} />
      }
    </SharedPage>
  );
}
