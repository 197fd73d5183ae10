// The phone that a code renews: own phones of its configuration, those that end soonest first, searched by the server.

import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CommonLimits } from '@/contract/constants';
import { type Phone, useListPhonesQuery } from '@/features/phones/api';
import { minuteOf, workCode } from './words';

interface Props {
  /** Of the code; as it is printed. */
  code: string;
  /** Of which configuration the phone must be; null: any. */
  configurationId: number | null;
  value: Phone | null;
  disabled: boolean;
  onChange: (phone: Phone | null) => void;
}

export function PhoneSelect({ code, configurationId, value, disabled, onChange }: Props) {
  const { t } = useTranslation();
  const [keyword, setKeyword] = useState('');
  const { data, isFetching } = useListPhonesQuery({
    sortType: 2,
    sortOrder: 'asc',
    relation: 'own',
    pageNo: 1,
    pageSize: CommonLimits.pageSizeMax,
    ...(keyword.trim() ? { keyword: keyword.trim() } : {}),
  });
  const fits = (phone: Phone) =>
    phone.level === 'owner' && (configurationId === null || phone.configurationId === configurationId);
  const found = (data?.list ?? []).filter(fits);
  const all = value && !found.some(({ phoneId }) => phoneId === value.phoneId) ? [value, ...found] : found;
  return (
    <Select<number>
      aria-label={t('redeem.chooseFor', { code: workCode(code) })}
      placeholder={t('redeem.choose')}
      {...(value ? { value: value.phoneId } : { status: 'warning' as const })}
      disabled={disabled}
      loading={isFetching}
      popupMatchSelectWidth={false}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      notFoundContent={isFetching ? null : t('redeem.noPhone')}
      options={all.map(({ phoneId, phoneAlias, owlId, expireTime }) => ({
        value: phoneId,
        label: phoneAlias,
        title: `${owlId} · ${t('redeem.untilTime', { time: minuteOf(expireTime) })}`,
      }))}
      onChange={(id) => onChange(all.find(({ phoneId }) => phoneId === id) ?? null)}
    />
  );
}
