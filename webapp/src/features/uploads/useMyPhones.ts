// The phones that files can be brought to, for the picker: those that I may operate, with the reason where not now.
import { useCallback } from 'react';
import type { CallFault } from '@/core/http';
import { whyNot } from '@/features/phones/actions/actions';
import { type Phone, useLazyListPhonesQuery } from '@/features/phones/api';
import type { PickAnswer, PickPhone, PickQuestion } from '@/ui/pick/PhonePicker';

export const pickable = (phone: Phone): PickPhone => ({
  id: phone.phoneId,
  name: phone.phoneAlias || phone.owlId,
  code: phone.owlId,
  blocked: whyNot('pushFile', phone) ?? undefined,
});

export function useMyPhones(): (question: PickQuestion) => Promise<PickAnswer> {
  const [list] = useLazyListPhonesQuery();
  return useCallback(
    async ({ keyword, pageNo, pageSize }) => {
      const { data, error } = await list({ keyword, pageNo, pageSize });
      if (error || !data) return { fault: error as CallFault };
      return { rows: data.list.map(pickable), total: data.total };
    },
    [list],
  );
}
