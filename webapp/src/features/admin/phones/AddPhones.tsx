// Adding phones at ADB addresses: each line is asked which phone is there before anything is added, and only those that answer are added.
import { Button, Input } from 'antd';
import { CircleCheck, CircleX } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { useToasts } from '@/ui/announce/Toasts';
import { Sheet } from '@/ui/dialogs/Sheet';
import { Choice } from '@/ui/fields/Choice';
import { Note } from '@/ui/Note';
import { faultWords } from '@/ui/states/faultWords';
import { type AskedAddress, type PhoneCounts, useAddPhonesMutation, useAskAddressesMutation } from './api';
import styles from './Phones.module.css';

const WIDTH_PX = 760;

interface Props {
  configurations: PhoneCounts['configurations'];
  onClose: () => void;
}

/** Checked addresses, and the text that they were checked for: another text is asked anew. */
interface Answered {
  text: string;
  lines: AskedAddress[];
}

export default function AddPhones({ configurations, onClose }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const id = useId();
  const [text, setText] = useState('');
  const [configurationId, setConfigurationId] = useState(configurations[0]?.configurationId);
  const [answered, setAnswered] = useState<Answered | null>(null);
  const [fault, setFault] = useState<CallFault | null>(null);
  const [askAll, asking] = useAskAddressesMutation();
  const [add, adding] = useAddPhonesMutation();
  const lines = answered?.text === text ? answered.lines : null;
  const good = (lines ?? []).filter(({ result }) => result === 'fits').map(({ address }) => address);

  const check = async () => {
    setFault(null);
    const { data, error } = await askAll({ addresses: text });
    if (error) setFault(error as CallFault);
    else if (data) setAnswered({ text, lines: data });
  };
  const submit = async () => {
    if (configurationId === undefined) return;
    setFault(null);
    const { error } = await add({ configurationId, addresses: good });
    if (error) {
      setFault(error as CallFault);
      // Somebody else may have added one meanwhile: all are asked again.
      setAnswered(null);
      return;
    }
    toasts.done(t('stockPhones.added', { count: good.length }));
    onClose();
  };
  return (
    <Sheet
      open
      title={t('stockPhones.addTitle')}
      width={WIDTH_PX}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          {lines ? (
            <Button
              type="primary"
              disabled={good.length === 0 || configurationId === undefined}
              loading={adding.isLoading}
              onClick={submit}
            >
              {t('stockPhones.addVerb', { count: good.length })}
            </Button>
          ) : (
            <Button type="primary" disabled={text.trim() === ''} loading={asking.isLoading} onClick={check}>
              {t('stockPhones.ask')}
            </Button>
          )}
        </>
      }
    >
      {fault ? (
        <Note tone="fault" requestId={fault.requestId}>
          {faultWords(fault, t)}
        </Note>
      ) : null}
      <div className={styles.adding}>
        <div className={styles.field}>
          <label htmlFor={id}>{t('stockPhones.addresses')}</label>
          <Input.TextArea
            id={id}
            className="owl-mono"
            value={text}
            autoSize={{ minRows: 6, maxRows: 10 }}
            spellCheck={false}
            disabled={asking.isLoading || adding.isLoading}
            onChange={(event) => setText(event.target.value)}
          />
          <small>{t('stockPhones.addressesText')}</small>
        </div>
        {configurations.length > 0 ? (
          <Choice<number>
            legend={t('stockPhones.configuration')}
            minWidth={144}
            value={configurationId}
            onChange={setConfigurationId}
            options={configurations.map((each) => ({
              value: each.configurationId,
              title: each.name,
              mark: each.code,
              children: t('stockPhones.freeOf', { n: each.free }),
            }))}
          />
        ) : (
          <p>{t('stockPhones.noConfiguration')}</p>
        )}
      </div>
      {lines ? <Lines lines={lines} good={good.length} /> : null}
    </Sheet>
  );
}

function Lines({ lines, good }: { lines: readonly AskedAddress[]; good: number }) {
  const { t } = useTranslation();
  return (
    <>
      <p className={`${styles.sums} owl-figures`} role="status">
        <b>{t('stockPhones.lines', { count: lines.length })}</b>
        <span data-tone="ok">{t('stockPhones.fit', { count: good })}</span>
        {good < lines.length ? (
          <span data-tone="err">{t('stockPhones.unfit', { count: lines.length - good })}</span>
        ) : null}
        <small>{t('stockPhones.askedJustNow')}</small>
      </p>
      <div className={styles.lines}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('stockPhones.address')}</th>
              <th scope="col">{t('stockPhones.outcome')}</th>
              <th scope="col">{t('stockPhones.told')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line, nth) => {
              const fits = line.result === 'fits';
              const Icon = fits ? CircleCheck : CircleX;
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: an address may stand there twice.
                <tr key={nth}>
                  <td className="owl-mono">{line.address}</td>
                  <td data-tone={fits ? 'ok' : 'err'}>
                    <Icon size={14} strokeWidth={1.6} aria-hidden="true" />
                    {fits ? t('stockPhones.fits') : line.reason}
                  </td>
                  <td>{resultText(line, t('stockPhones.inStock'))}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}

function resultText({ result, model, androidVersion, owlId, member }: AskedAddress, inStock: string): string {
  if (result === 'fits') return [model, androidVersion && `Android ${androidVersion}`].filter(Boolean).join(' · ');
  return result === 'known' ? `${owlId} · ${member || inStock}` : '—';
}
