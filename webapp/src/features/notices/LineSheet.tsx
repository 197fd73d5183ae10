// The whole announcement of the line over the page.
import { Sheet } from '@/ui/dialogs/Sheet';
import { AnnouncementContent } from './AnnouncementContent';
import type { Popup } from './api';

export default function LineSheet({ open, line, onClose }: { open: boolean; line: Popup; onClose: () => void }) {
  return (
    <Sheet open={open} title={line.title} onClose={onClose}>
      <AnnouncementContent {...line} />
    </Sheet>
  );
}
