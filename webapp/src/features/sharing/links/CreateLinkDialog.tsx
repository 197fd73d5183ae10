// Makes a link to a phone: to see it live, or to try one of its apps.
import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Links.module.css';
import { MakeLinkDialog } from './MakeLinkDialog';
import { TrialFields } from './TrialFields';
import { trialOf } from './trialValues';

const KINDS = ['live', 'trial'] as const;
type Kind = (typeof KINDS)[number];

interface Props {
  open: boolean;
  phones: readonly { phoneId: number; owlId: string; phoneAlias: string; expireTime: number }[];
  onDone: () => void;
  onClose: () => void;
}

export default function CreateLinkDialog({ open, phones, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<Kind>('live');
  const trial = kind === 'trial';
  const [phone] = phones;
  if (!phone) return null;
  const { phoneId, phoneAlias, owlId, expireTime } = phone;
  return (
    <MakeLinkDialog
      open={open}
      name={phoneAlias || owlId}
      text={t(trial ? 'links.trying.dialogText' : 'links.text')}
      rentalEnd={expireTime}
      single={trial}
      target={async (values) => ({ target: trial ? { kind, phoneId, trial: trialOf(values) } : { phoneId } })}
      onDone={onDone}
      onClose={onClose}
      kinds={
        <Segmented<Kind>
          block
          className={styles.kinds ?? ''}
          aria-label={t('links.content')}
          value={kind}
          onChange={setKind}
          options={KINDS.map((value) => ({ value, label: t(`links.${value}`) }))}
        />
      }
    >
      {trial ? <TrialFields phoneId={phoneId} /> : null}
    </MakeLinkDialog>
  );
}
