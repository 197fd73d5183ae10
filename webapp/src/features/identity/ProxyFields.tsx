// The proxy of phones that become new devices: none, the one that they have, or another one, tried out before.
import { Form, type FormInstance, Input, InputNumber, Segmented, Select } from 'antd';
import { CircleCheck, CircleX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { formatBytes } from '@/core/rules';
import { checkedByServer, showFieldFault } from '@/ui/fields/fieldFault';
import { PasswordInput } from '@/ui/fields/inputs';
import { ChangeButton } from '@/ui/rights/ChangeButton';
import {
  type PhoneProxy,
  useChangeProxyMutation,
  useListProxyCitiesQuery,
  useListProxyCountriesQuery,
  useTestProxyMutation,
} from './api';
import styles from './ProxyFields.module.css';
import { ProxyLines } from './ProxyLines';
import { PROTOCOLS, PROXY_FIELDS, type ProxyForm, proxyOf } from './proxyForm';

interface Props<F extends ProxyForm> {
  form: FormInstance<F>;
  values: ProxyForm;
  /** The proxy of a single phone, where it has one. */
  current: PhoneProxy | null;
  /** The single phone, whose proxy may be changed without making it a new device. */
  phoneId: number | null;
  /** One of several phones has a proxy that can be kept. */
  keepable: boolean;
  /** The names of several phones, each of which may get a proxy of its own; none for a single one. */
  names: readonly string[];
}

/** Tries that are shown as bars. */
const BARS = 5;

type Tested = { exit: string; delayMs: number; at: string } | { fault: string };

export function ProxyFields<F extends ProxyForm>({ form, values, current, phoneId, keepable, names }: Props<F>) {
  const { t } = useTranslation();
  const several = names.length > 1;
  const uses = [
    { value: 'none', label: t('identity.proxyUses.none') },
    ...(keepable ? [{ value: 'keep', label: t('identity.proxyUses.keep') }] : []),
    { value: 'new', label: t(several ? 'identity.proxyUses.same' : 'identity.proxyUses.new') },
    ...(several ? [{ value: 'lines', label: t('identity.proxyUses.lines') }] : []),
  ];
  return (
    <section className={styles.proxy} aria-label={t('identity.proxy')}>
      <div className={styles.head}>
        <h3>{t('identity.proxy')}</h3>
        <Form.Item name="proxyUse" noStyle>
          <Segmented aria-label={t('identity.proxy')} options={uses} />
        </Form.Item>
      </div>
      {current ? <Current proxy={current} phoneId={phoneId} /> : null}
      {values.proxyUse === 'new' ? <NewProxy form={form} values={values} phoneId={phoneId} /> : null}
      {values.proxyUse === 'lines' ? <ProxyLines values={values} names={names} /> : null}
    </section>
  );
}

/** Proxy that the phone has, and the bytes that went through it. */
function Current({ proxy, phoneId }: { proxy: PhoneProxy; phoneId: number | null }) {
  const { t } = useTranslation();
  const [change, { isLoading }] = useChangeProxyMutation();
  return (
    <p className={styles.current}>
      <span>
        {t('identity.proxyNow')} <b className="owl-mono">{`${proxy.protocol} ${proxy.ip}:${proxy.port}`}</b>{' '}
        {proxy.place}
      </span>
      <span>{t('identity.proxyMoved', { up: formatBytes(proxy.bytesUp), down: formatBytes(proxy.bytesDown) })}</span>
      {phoneId === null ? null : (
        <ChangeButton type="link" size="small" loading={isLoading} onClick={() => void change({ phoneId })}>
          {t('identity.proxyOff')}
        </ChangeButton>
      )}
    </p>
  );
}

export function NewProxy<F extends ProxyForm>({
  form,
  values,
  phoneId,
}: Pick<Props<F>, 'form' | 'values' | 'phoneId'>) {
  const { t } = useTranslation();
  const countries = useListProxyCountriesQuery().data?.list ?? [];
  const cities = useListProxyCitiesQuery(values.country ?? 0, { skip: !values.country });
  const { tested, testing, delays, test, changing, change } = useTest(form, values);
  return (
    <>
      <div className={styles.place}>
        <Form.Item name="country" label={t('identity.country')} rules={[checkedByServer]}>
          <Select
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            options={countries.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={() => form.setFieldValue('city' as never, null as never)}
          />
        </Form.Item>
        <Form.Item name="city" label={t('identity.city')} rules={[checkedByServer]}>
          <Select
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            disabled={!values.country}
            loading={cities.isFetching}
            options={(cities.currentData?.list ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
        <Form.Item name="protocol" label={t('identity.protocol')} rules={[checkedByServer]}>
          <Select options={PROTOCOLS.map((value) => ({ value, label: value }))} />
        </Form.Item>
        <Form.Item name="port" label={t('identity.port')} rules={[checkedByServer]}>
          <InputNumber className={styles.port ?? ''} min={1} max={65535} precision={0} controls={false} />
        </Form.Item>
      </div>
      <div className={styles.login}>
        <Form.Item name="ip" label={t('identity.address')} rules={[checkedByServer]}>
          <Input className="owl-mono" autoComplete="off" spellCheck={false} />
        </Form.Item>
        <Form.Item name="username" label={t('identity.username')} rules={[checkedByServer]}>
          <Input autoComplete="off" spellCheck={false} />
        </Form.Item>
        <Form.Item name="password" label={t('identity.password')} rules={[checkedByServer]}>
          <PasswordInput autoComplete="new-password" />
        </Form.Item>
      </div>
      <div className={styles.test} data-fine={tested ? 'exit' in tested : undefined} role="status">
        {tested && 'exit' in tested ? (
          <>
            <b>
              <CircleCheck size={14} strokeWidth={1.6} aria-hidden="true" /> {t('identity.proxyFine')}
            </b>
            <span>
              {t('identity.proxyExit')} <span className="owl-mono">{tested.exit}</span>
            </span>
            <span>{t('identity.proxyDelay', { ms: tested.delayMs })}</span>
            <Bars delays={delays} />
            <span className={styles.at}>{tested.at}</span>
          </>
        ) : null}
        {tested && 'fault' in tested ? (
          <b>
            <CircleX size={14} strokeWidth={1.6} aria-hidden="true" /> {tested.fault}
          </b>
        ) : null}
        <ChangeButton size="small" loading={testing} onClick={() => void test()}>
          {t(tested ? 'identity.proxyAgain' : 'identity.proxyTest')}
        </ChangeButton>
        {phoneId === null ? null : (
          <ChangeButton type="link" size="small" loading={changing} onClick={() => void change(phoneId)}>
            {t('identity.proxyOnly')}
          </ChangeButton>
        )}
      </div>
      <p className={`${styles.note} owl-prose`}>{t('identity.proxyNote')}</p>
    </>
  );
}

/** The last delays, the slowest of them as high as the line. */
function Bars({ delays }: { delays: readonly number[] }) {
  const most = Math.max(...delays, 1);
  return (
    <span className={styles.bars} aria-hidden="true">
      {delays.map((delay, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no other name.
        <i key={at} style={{ height: `${Math.max(20, (delay / most) * 100)}%` }} />
      ))}
    </span>
  );
}

/** A try is of what was typed then: any other field takes it away. */
function useTest<F extends ProxyForm>(form: FormInstance<F>, values: ProxyForm) {
  const { i18n } = useTranslation();
  const [send, { isLoading: testing }] = useTestProxyMutation();
  const [put, { isLoading: changing }] = useChangeProxyMutation();
  const [tested, setTested] = useState<Tested | null>(null);
  const [delays, setDelays] = useState<readonly number[]>([]);
  const typed = JSON.stringify(proxyOf(values));
  const now = useRef(typed);
  now.current = typed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something else is typed.
  useEffect(() => {
    setTested(null);
    setDelays([]);
  }, [typed]);

  const refused = (fault: CallFault) => {
    const beside = showFieldFault(form as unknown as FormInstance<ProxyForm>, PROXY_FIELDS, fault);
    setTested(beside ? null : { fault: fault.message });
  };
  const test = async () => {
    const { data, error } = await send(proxyOf(values));
    // Meanwhile something else was typed.
    if (now.current !== typed) return;
    if (!data) return refused(error as CallFault);
    setDelays((before) => [...before, data.delayMs].slice(-BARS));
    setTested({ ...data, at: new Date().toLocaleTimeString(i18n.language, { hour12: false }) });
  };
  const change = async (phoneId: number) => {
    const { error } = await put({ phoneId, ...proxyOf(values) });
    if (error) refused(error as CallFault);
    else form.setFieldsValue({ proxyUse: 'keep', password: '' } as never);
  };
  return { tested, testing, delays, test, changing, change };
}
