// The phone on the stage, and those beside it: its group, or where it is in none all phones of the member.
import { type Phone, useListPhonesQuery } from '@/features/phones/api';

/** The most one answer holds: enough to name this phone and its neighbours. */
const MOST = 200;

interface Phones {
  phone: Phone | undefined;
  neighbours: Phone[];
}

export function usePhones(phoneId: number): Phones {
  const { data } = useListPhonesQuery({ pageNo: 1, pageSize: MOST }, { refetchOnMountOrArgChange: true });
  const phone = data?.list.find((each) => each.phoneId === phoneId);
  const groupId = phone?.groupId ?? 0;
  const group = useListPhonesQuery({ pageNo: 1, pageSize: MOST, groupId }, { skip: !groupId });
  return { phone, neighbours: (groupId ? group.currentData?.list : data?.list) ?? (phone ? [phone] : []) };
}
