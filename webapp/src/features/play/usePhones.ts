// The phone on the stage, and those beside it: its group, or where it is in none the first phones of the member.
import { type Phone, useListPhonesQuery } from '@/features/phones/api';

/** The most one answer holds: enough for the neighbours. */
const MOST = 200;

interface Phones {
  phone: Phone | undefined;
  neighbours: Phone[];
}

export function usePhones(phoneId: number): Phones {
  const { data } = useListPhonesQuery({ pageNo: 1, pageSize: MOST }, { refetchOnMountOrArgChange: true });
  const first = data?.list.find((each) => each.phoneId === phoneId);
  // Who has more phones than that is asked for this one by its id.
  const named = useListPhonesQuery({ phoneIds: [phoneId] }, { skip: !data || first !== undefined });
  const phone = first ?? named.currentData?.list[0];
  const groupId = phone?.groupId ?? 0;
  const group = useListPhonesQuery({ pageNo: 1, pageSize: MOST, groupId }, { skip: !groupId });
  return { phone, neighbours: (groupId ? group.currentData?.list : data?.list) ?? (phone ? [phone] : []) };
}
