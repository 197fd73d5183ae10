// Whether others find me by my number, to share phones with me.
import { Switch } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { viewOnly } from '@/core/viewOnly';
import { useGetFindableQuery, useSetFindableMutation } from './api';
import styles from './Sharing.module.css';

export function FindableSwitch() {
  const { t } = useTranslation();
  const id = useId();
  const viewed = viewOnly();
  const { data } = useGetFindableQuery();
  const [set, { isLoading }] = useSetFindableMutation();
  if (!data) return null;
  return (
    <div className={styles.findable}>
      <Switch
        id={id}
        size="small"
        checked={data.findable}
        loading={isLoading}
        disabled={viewed !== null}
        title={viewed ?? undefined}
        onChange={(findable) => void set({ findable })}
      />
      <label htmlFor={id}>
        {t('sharing.findable')}
        <small>{t('sharing.findableText')}</small>
      </label>
    </div>
  );
}
