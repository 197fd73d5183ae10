// The proxy of a phone among its facts: which, whether the phone has it, what went through it, when it was tested; changed, tested and taken off here.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { formatBytes, formatTime } from '@/core/rules';
import type { Phone } from '@/features/phones/api';
import { useToasts } from '@/ui/announce/Toasts';
import { Confirm } from '@/ui/dialogs/Confirm';
import { ChangeButton } from '@/ui/rights/ChangeButton';
import { faultWords } from '@/ui/states/faultWords';
import { useChangeProxyMutation, useGetPhoneProxyQuery, useTestPhoneProxyMutation } from './api';
import ProxyDialog from './ProxyDialog';
import styles from './ProxyFact.module.css';

/** How often it is asked what went through it. */
const EVERY_MS = 5000;

export default function ProxyFact({ phone }: { phone: Phone }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { phoneId } = phone;
  const { data } = useGetPhoneProxyQuery(phoneId, {
    refetchOnMountOrArgChange: true,
    pollingInterval: EVERY_MS,
    skipPollingIfUnfocused: true,
  });
  const [test, testing] = useTestPhoneProxyMutation();
  const [change] = useChangeProxyMutation();
  const [asked, setAsked] = useState<'change' | 'off' | null>(null);
  if (!data?.proxies) return null;
  const { proxy } = data;
  const name = phone.phoneAlias || phone.owlId;
  const close = () => setAsked(null);
  const takeOff = async () => {
    const { error } = await change({ phoneId });
    if (error) toasts.failed(faultWords(error as CallFault, t));
    else toasts.done(t('identity.proxyTakenOff', { count: 1 }));
  };
  return (
    <div className={styles.fact}>
      <dt>{t('identity.proxy')}</dt>
      <dd>
        {proxy ? (
          <>
            <span className="owl-mono">{`${proxy.protocol} ${proxy.ip}:${proxy.port}`}</span>
            {proxy.place ? <span>{proxy.place}</span> : null}
            <span className={styles.state} data-fine={proxy.inPlace}>
              {t(proxy.inPlace ? 'identity.proxyInPlace' : 'identity.proxyOnItsWay')}
            </span>
            <span>
              {t('identity.proxyMoved', { up: formatBytes(proxy.bytesUp), down: formatBytes(proxy.bytesDown) })}
            </span>
            <span>
              {proxy.tested
                ? t('identity.proxyTested', {
                    time: formatTime(proxy.tested.time),
                    exit: proxy.tested.exit,
                    ms: proxy.tested.delayMs,
                  })
                : t('identity.proxyUntested')}
            </span>
            {testing.error ? (
              <span className={styles.wrong} role="alert">
                {faultWords(testing.error as CallFault, t)}
              </span>
            ) : null}
          </>
        ) : (
          <span>{t('identity.proxyUses.none')}</span>
        )}
        <span className={styles.ways}>
          {proxy ? (
            <ChangeButton type="link" size="small" loading={testing.isLoading} onClick={() => void test(phoneId)}>
              {t('identity.proxyTest')}
            </ChangeButton>
          ) : null}
          <ChangeButton type="link" size="small" onClick={() => setAsked('change')}>
            {t(proxy ? 'identity.proxyChange' : 'identity.proxyGive')}
          </ChangeButton>
          {proxy ? (
            <ChangeButton type="link" size="small" danger onClick={() => setAsked('off')}>
              {t('identity.proxyOff')}
            </ChangeButton>
          ) : null}
        </span>
        <ProxyDialog open={asked === 'change'} phones={[phone]} onClose={close} />
        <Confirm
          open={asked === 'off'}
          title={t('identity.proxyOffTitle', { name })}
          verb={t('identity.proxyOff')}
          onConfirm={takeOff}
          onClose={close}
        >
          <p>{t('identity.proxyOffText')}</p>
        </Confirm>
      </dd>
    </div>
  );
}
