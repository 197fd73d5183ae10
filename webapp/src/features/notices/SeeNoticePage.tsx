// The list with one message open.
import { NoticeList } from './NoticesPage';

export default function SeeNoticePage() {
  return <NoticeList opened />;
}
