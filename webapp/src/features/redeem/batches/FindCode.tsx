// One whole code, looked up: which batch it is of, and who used it.
import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { formatTime } from '@/core/rules';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { type FoundCode, useFindRedeemCodeMutation } from '../api';
import { keptCode, minuteOf } from '../words';
import styles from './Batches.module.css';
import { configurationText, giftText } from './batchColumns';

export default function FindCode({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [find] = useFindRedeemCodeMutation();
  const [found, setFound] = useState<FoundCode | null>(null);
  const submit = async ({ code }: { code: string }): Promise<CallFault | 'stay'> => {
    setFound(null);
    const { data, error } = await find(code);
    if (!data) return error as CallFault;
    setFound(data);
    return 'stay';
  };
  return (
    <FormDialog<{ code: string }>
      open
      title={t('redeemBatches.findTitle')}
      initial={{ code: '' }}
      submit={t('redeemBatches.findButton')}
      onDraft={() => setFound(null)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="code" label={t('redeemBatches.code')} extra={t('redeemBatches.findHint')}>
        <Input className="owl-mono" autoComplete="off" spellCheck={false} />
      </Form.Item>
      {found ? <CodeFacts found={found} /> : null}
    </FormDialog>
  );
}

function CodeFacts({ found: { code, batch } }: { found: FoundCode }) {
  const { t } = useTranslation();
  const { used, voidTime } = code;
  const facts: [label: string, value: string][] = [
    [t('redeemBatches.code'), keptCode(code.code)],
    [t('redeemBatches.batch'), `${batch.note} ${batch.batchNo}`],
    [t('redeemBatches.give'), `${giftText(batch, t)} · ${configurationText(batch, t)}`],
    [t('redeemBatches.until'), minuteOf(batch.untilTime)],
    ...(used
      ? ([
          [t('redeemBatches.user'), `${used.nickname} ${used.phone}`],
          [t('redeemBatches.time'), formatTime(used.redeemTime)],
          [t('redeemBatches.phone'), used.owlId],
        ] as [string, string][])
      : [
          [
            t('redeemBatches.state'),
            voidTime !== null
              ? t('redeemBatches.voidedCode')
              : batch.state === 'expired'
                ? t('redeemBatches.states.expired')
                : t('redeemBatches.unused'),
          ] as [string, string],
        ]),
  ];
  return (
    <section aria-label={t('redeemBatches.found')}>
      <dl className={styles.found}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
