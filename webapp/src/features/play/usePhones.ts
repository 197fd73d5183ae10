// The phone on the stage and its neighbours: the phones of its group, or the member's first phones where it is in none.
import { type Phone, useListPhonesQuery } from '@/features/phones/api';

/** Most phones of one answer, enough for the neighbours. */
const MOST = 200;

interface Phones {
  phone: Phone | undefined;
  neighbours: Phone[];
}

export function usePhones(phoneId: number): Phones {
  const { data } = useListPhonesQuery({ pageNo: 1, pageSize: MOST }, { refetchOnMountOrArgChange: true });
  const first = data?.list.find((each) => each.phoneId === phoneId);
  // A member with more phones than that may miss this one in the answer: it is asked for by its id.
  const named = useListPhonesQuery({ phoneIds: [phoneId] }, { skip: !data || first !== undefined });
  const phone = first ?? named.currentData?.list[0];
  const groupId = phone?.groupId ?? 0;
  const group = useListPhonesQuery({ pageNo: 1, pageSize: MOST, groupId }, { skip: !groupId });
  return { phone, neighbours: (groupId ? group.currentData?.list : data?.list) ?? (phone ? [phone] : []) };
}
