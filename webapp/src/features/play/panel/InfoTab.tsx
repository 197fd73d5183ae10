// The facts about the phone.
import { PhoneFacts } from '@/features/phones/PhoneFacts';
import { usePlayContext } from '../PlayContext';

export function InfoTab() {
  const { phone } = usePlayContext();
  return phone ? <PhoneFacts phone={phone} /> : null;
}
