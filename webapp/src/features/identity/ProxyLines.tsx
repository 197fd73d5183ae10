// One proxy a line for several phones: each line is judged while it is typed, and shown beside the phone that gets it.
import { Form, Input, Select } from 'antd';
import { CircleCheck, CircleX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { checkedByServer } from '@/ui/fields/fieldFault';
import { faultWords } from '@/ui/states/faultWords';
import { type ProxyLines as Judged, useReadProxyLinesMutation } from './api';
import styles from './ProxyFields.module.css';
import { PROTOCOLS, type ProxyForm } from './proxyForm';

/** Asked so long after the last key. */
const PAUSE_MS = 300;
const ROWS = { minRows: 4, maxRows: 12 };

interface Props {
  values: ProxyForm;
  /** The phones in the order of the lines. */
  names: readonly string[];
}

export function ProxyLines({ values, names }: Props) {
  const { t } = useTranslation();
  const { judged, fault } = useJudged(values, names.length);
  const lines = judged?.list ?? [];
  const rows = [...Array(Math.max(names.length, lines.length)).keys()];
  return (
    <>
      <div className={styles.lines}>
        <Form.Item
          name="proxyLines"
          label={t('identity.lines')}
          extra={t('identity.linesHint', { count: names.length })}
          rules={[checkedByServer]}
        >
          <Input.TextArea
            className="owl-mono"
            autoSize={ROWS}
            wrap="off"
            spellCheck={false}
            autoComplete="off"
            placeholder={'socks5://user:password@host:1080\nhost:1080:user:password'}
          />
        </Form.Item>
        <Form.Item name="protocol" label={t('identity.linesProtocol')} rules={[checkedByServer]}>
          <Select options={PROTOCOLS.map((value) => ({ value, label: value }))} />
        </Form.Item>
      </div>
      <p className={styles.count} role="status">
        {fault ? faultWords(fault, t) : judged?.msg || t('identity.linesCount', { n: lines.length, of: names.length })}
      </p>
      <ol className={styles.given} aria-label={t('identity.linesGiven')}>
        {rows.map((at) => {
          const line = lines[at];
          const wrong = line !== undefined && (line.msg !== '' || names[at] === undefined);
          const Icon = wrong ? CircleX : CircleCheck;
          return (
            <li key={at} data-fine={line ? !wrong : undefined}>
              <b>{names[at] ?? t('identity.linesNobody')}</b>
              {line ? (
                <span>
                  <Icon size={14} strokeWidth={1.6} aria-hidden="true" />
                  <span className="owl-figures">{t('identity.linesLine', { n: line.line })}</span>{' '}
                  {line.msg || <span className="owl-mono">{line.proxy}</span>}
                </span>
              ) : (
                <span>{t('identity.linesMissing')}</span>
              )}
            </li>
          );
        })}
      </ol>
      <p className={`${styles.note} owl-prose`}>{t('identity.proxyNote')}</p>
    </>
  );
}

/** Verdict of the server on the lines as they are typed now. */
function useJudged({ proxyLines, protocol }: ProxyForm, phones: number) {
  const [read] = useReadProxyLinesMutation();
  const [answer, setAnswer] = useState<{ judged?: Judged; fault?: CallFault }>({});
  useEffect(() => {
    let late = false;
    if (proxyLines.trim() === '') {
      setAnswer({});
      return;
    }
    const timer = setTimeout(async () => {
      const { data, error } = await read({ proxyLines, protocol, phones });
      if (late) return;
      setAnswer(data ? { judged: data } : { fault: error as CallFault });
    }, PAUSE_MS);
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }, [read, proxyLines, protocol, phones]);
  return answer;
}
