// The worker of the browser check: it answers once, then the page ends it.
import type { PictureFacts } from './facts';
import { probePicture } from './pictureFacts';

interface WorkerScope {
  onmessage: ((event: MessageEvent<{ canvas: OffscreenCanvas | null }>) => void) | null;
  postMessage(message: PictureFacts): void;
}

const scope = self as unknown as WorkerScope;

scope.onmessage = async ({ data }) => scope.postMessage(await probePicture(data.canvas));
