// About the product: its version, the agreements with what the member accepted, and the licences of what is inside.
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { constants, formatDay } from '@/core/rules';
import { withWords } from '@/i18n';
import { Mark } from '@/shell/header/Mark';
import { usePageTitle } from '@/shell/usePageTitle';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { FaultState } from '@/ui/states/FaultState';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { useWide } from '@/ui/useWide';
import styles from './About.module.css';
import {
  type AgreementKind,
  type AgreementQuestion,
  type OwnAgreement,
  useListOwnAgreementsQuery,
} from './agreements/api';
import { useBrandName } from './branding';

const AgreementSheet = lazyWithRetry(
  () => withWords(['agreements'], () => import('./agreements/AgreementSheet')),
  'over',
);
const LicencesSheet = lazyWithRetry(() => import('./LicencesSheet'), 'over');

export default function AboutPage() {
  const { t } = useTranslation();
  // On a phone the header says it.
  const wide = useWide();
  const heading = usePageTitle(t('pages.aboutUs'));
  const name = useBrandName();
  const [listed, setListed] = useState(false);
  return (
    <div className={styles.page}>
      <h1 ref={heading} tabIndex={-1} className={wide ? styles.title : 'owl-hidden-text'}>
        {t('pages.aboutUs')}
      </h1>
      <p className={styles.product}>
        <Mark size={40} />
        <span>
          <b>{name}</b>
          <span className="owl-mono">v{constants().frontVersion}</span>
        </span>
      </p>
      <h2 className={styles.heading}>{t('about.agreements')}</h2>
      <Agreements />
      <h2 className={styles.heading}>{t('about.licences')}</h2>
      <ul className={styles.rows}>
        <li>
          <span>{t('about.licencesText')}</span>
          <Button type="link" onClick={() => setListed(true)}>
            {t('about.show')}
          </Button>
        </li>
      </ul>
      {listed ? (
        <Suspense fallback={null}>
          <LicencesSheet onClose={() => setListed(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

function Agreements() {
  const { t } = useTranslation();
  const { data, error, refetch } = useListOwnAgreementsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [asked, setAsked] = useState<AgreementQuestion | null>(null);
  if (error && !data) return <FaultState title={t('about.failed')} fault={error as CallFault} onRetry={refetch} />;
  if (!data) return <RowSkeletons count={3} />;
  return (
    <>
      <ul className={styles.rows}>
        {data.map((one) => (
          <Row key={one.kind} agreement={one} onRead={setAsked} />
        ))}
      </ul>
      {asked ? (
        <Suspense fallback={null}>
          <AgreementSheet open {...asked} onClose={() => setAsked(null)} />
        </Suspense>
      ) : null}
    </>
  );
}

function Row({ agreement, onRead }: { agreement: OwnAgreement; onRead: (question: AgreementQuestion) => void }) {
  const { t } = useTranslation();
  const { version, title, publishTime, acceptedVersion, acceptTime } = agreement;
  const kind = agreement.kind as AgreementKind;
  const older = acceptedVersion !== null && acceptedVersion !== version ? acceptedVersion : null;
  return (
    <li>
      <span className={styles.words}>
        <span>{title}</span>
        {acceptedVersion === null || acceptTime === null ? (
          <small>{t('about.notAccepted')}</small>
        ) : (
          <small>{t('about.accepted', { n: acceptedVersion, date: formatDay(acceptTime) })}</small>
        )}
        {older === null ? null : <small>{t('about.newer', { n: version, date: formatDay(publishTime) })}</small>}
      </span>
      <span>
        {older === null ? null : (
          <Button type="link" onClick={() => onRead({ kind, version: older })}>
            {t('about.readOld', { n: older })}
          </Button>
        )}
        <Button type="link" aria-label={t('about.readName', { title })} onClick={() => onRead({ kind })}>
          {t('about.read')}
        </Button>
      </span>
    </li>
  );
}
