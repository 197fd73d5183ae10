// Buttons, toasts, a form in a dialog, a confirmation with its number, choices, paying.
import { Button, Checkbox, Form, Progress, Radio, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnswerCode } from '@/contract/constants';
import type { CallFault } from '@/core/http';
import { checkName, constants } from '@/core/rules';
import { useToasts } from '../announce/Toasts';
import { Confirm } from '../dialogs/Confirm';
import { FormDialog } from '../dialogs/FormDialog';
import { Choice } from '../fields/Choice';
import { CountedInput } from '../fields/CountedInput';
import { fieldRule } from '../fields/fieldRule';
import { Money } from '../Money';
import { Note } from '../Note';
import { Thumb } from '../phone/Thumb';
import { QR } from '../qr/QR';
import { PayTicks } from '../Ticks';
import { useCountdown } from '../time/Countdown';
import styles from './Gallery.module.css';
import { Section } from './Section';
import { Picture } from './samples';

export function Buttons() {
  const { t } = useTranslation();
  return (
    <Section title={t('gallery.buttons')} home="antd Button">
      <div className={styles.row}>
        <Button type="primary">{t('gallery.save')}</Button>
        <Button>{t('gallery.cancel')}</Button>
        <Button type="text">{t('gallery.more')}</Button>
        <Button danger>{t('gallery.recover')}</Button>
        <Button type="primary" danger>
          {t('gallery.reset12')}
        </Button>
      </div>
      <div className={styles.row}>
        <Button type="primary" loading>
          {t('gallery.submitting')}
        </Button>
        <Button disabled>{t('gallery.share')}</Button>
        <span className={styles.small}>{t('gallery.shared')}</span>
      </div>
      <div className={styles.row}>
        <Button type="primary" size="large">
          40
        </Button>
        <Button type="primary" size="medium">
          32
        </Button>
        <Button type="primary" size="small">
          24
        </Button>
        <Switch defaultChecked aria-label={t('gallery.switch')} />
        <Checkbox defaultChecked>{t('gallery.checked')}</Checkbox>
        <Radio defaultChecked>{t('gallery.radio')}</Radio>
      </div>
    </Section>
  );
}

export function ToastSamples() {
  const { t } = useTranslation();
  const toasts = useToasts();
  return (
    <Section title={t('gallery.toasts')} home="ui/announce/Toasts">
      <div className={styles.row}>
        <Button onClick={() => toasts.done(t('gallery.toastDone'))}>{t('gallery.showDone')}</Button>
        <Button
          onClick={() =>
            toasts.failed(t('gallery.toastFailed'), {
              text: t('gallery.toastFailedText'),
              link: { label: t('gallery.toReceipt'), onClick: () => {} },
            })
          }
        >
          {t('gallery.showFailed')}
        </Button>
        <Button
          onClick={() =>
            toasts.busy(t('gallery.toastBusy'), {
              key: 'gallery',
              text: t('gallery.about10'),
              link: { label: t('gallery.toProgress'), onClick: () => {} },
            })
          }
        >
          {t('gallery.showBusy')}
        </Button>
      </div>
    </Section>
  );
}

const refusal = (message: string): CallFault => ({
  kind: 'code',
  code: AnswerCode.CODE_WRONG,
  message,
  requestId: '7f3a-91c2',
});

export function FormSample() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const toasts = useToasts();
  const max = constants().nameMaxChars;
  return (
    <Section title={t('gallery.form')} home="ui/dialogs/FormDialog, ui/Note">
      <Note tone="warning">{t('gallery.shared')}</Note>
      <Note tone="fault" requestId="7f3a-91c2">
        {t('gallery.refused')}
      </Note>
      <Button onClick={() => setOpen(true)}>{t('gallery.openForm')}</Button>
      <FormDialog<{ name: string; refuse: boolean }>
        open={open}
        title={t('gallery.formTitle')}
        initial={{ name: '', refuse: false }}
        submit={t('gallery.save')}
        onClose={() => setOpen(false)}
        onSubmit={async ({ name, refuse }) => {
          if (refuse) return refusal(t('gallery.refused'));
          toasts.done(name);
          return undefined;
        }}
      >
        <Form.Item name="name" label={t('gallery.phoneName')} rules={[fieldRule(checkName)]}>
          <CountedInput max={max} autoComplete="off" />
        </Form.Item>
        <Form.Item name="refuse" valuePropName="checked">
          <Checkbox>{t('gallery.refuse')}</Checkbox>
        </Form.Item>
      </FormDialog>
    </Section>
  );
}

export function ConfirmSample() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const toasts = useToasts();
  return (
    <Section title={t('gallery.danger')} home="ui/dialogs/Confirm">
      <Button danger onClick={() => setOpen(true)}>
        {t('gallery.openConfirm')}
      </Button>
      <Confirm
        open={open}
        title={t('gallery.resetTitle')}
        verb={t('gallery.reset12')}
        count={12}
        film={Array.from({ length: 12 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: samples have nothing else.
          <Thumb key={index} width={24}>
            <Picture n={index + 1} />
          </Thumb>
        ))}
        onConfirm={async () => toasts.done(t('gallery.reset12'))}
        onClose={() => setOpen(false)}
      >
        {t('gallery.resetText')}
      </Confirm>
    </Section>
  );
}

export function ProgressSamples() {
  const { t } = useTranslation();
  return (
    <Section title={t('gallery.progress')} home="antd Progress">
      <p className={styles.between}>
        {t('gallery.uploading')} <span>62%</span>
      </p>
      <Progress percent={62} showInfo={false} size="small" aria-label={t('gallery.uploading')} />
      <p className={styles.between}>
        {t('gallery.storage')} <span>26 / 64 GB</span>
      </p>
      <Progress
        percent={41}
        showInfo={false}
        size="small"
        strokeColor="var(--owl-text-3)"
        aria-label={t('gallery.storage')}
      />
    </Section>
  );
}

export function Choices() {
  const { t } = useTranslation();
  const [value, setValue] = useState<string>('s4');
  return (
    <Section title={t('gallery.choices')} home="ui/fields/Choice" span={4}>
      <Choice
        legend={t('gallery.config')}
        value={value}
        onChange={setValue}
        options={[
          {
            value: 's4',
            title: t('gallery.standard'),
            mark: 'S4',
            children: (
              <>
                {t('gallery.cores')}
                <br />
                <b>
                  <Money fen={4500} />
                </b>
              </>
            ),
          },
          {
            value: 's6',
            title: t('gallery.advanced'),
            mark: 'S6',
            children: (
              <>
                {t('gallery.cores8')}
                <br />
                <b>
                  <Money fen={6800} />
                </b>
              </>
            ),
          },
          {
            value: 'v2',
            title: t('gallery.lite'),
            mark: 'V2',
            unavailable: t('gallery.noStock'),
            instead: (
              <Button type="link" size="small">
                {t('gallery.notify')}
              </Button>
            ),
          },
        ]}
      />
    </Section>
  );
}

export function Paying({ now }: { now: number }) {
  const { t } = useTranslation();
  const left = useCountdown(now + 692_000);
  return (
    <Section title={t('gallery.paying')} home="ui/qr/QR, ui/Ticks" span={2}>
      <div className={styles.paying}>
        <QR value="https://pay.invalid/O20261118-00231" label={t('gallery.qrFor')} size={112} />
        <div className={styles.grow}>
          <p className={styles.between}>{t('gallery.waiting')}</p>
          <PayTicks leftMs={left} />
        </div>
        <QR value="https://pay.invalid/O1" label={t('gallery.qrFor')} size={112} cover={t('gallery.expiredOrder')} />
      </div>
    </Section>
  );
}
