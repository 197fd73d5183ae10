// Tab with the data of the phone.
import { PhoneFacts } from '@/features/phones/card/PhoneFacts';
import { usePlayContext } from '../PlayContext';

export function InfoTab() {
  const { phone } = usePlayContext();
  return phone ? <PhoneFacts phone={phone} /> : null;
}
