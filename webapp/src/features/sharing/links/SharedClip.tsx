// The open page `/shareVideo`: one recorded clip.
import { ClipPlayer } from './ClipPlayer';
import { SharedPage } from './SharedPage';

export function SharedClip() {
  return (
    <SharedPage kind="clip">
      {(page, onOver) => (page.clip === null ? null : <ClipPlayer page={page} address={page.clip} onOver={onOver} />)}
    </SharedPage>
  );
}
