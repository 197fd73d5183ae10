// No such page, or not one of this member's: what it is, and the way back.
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { refusedAddress } from '@/app/entrance';
import { paths } from '@/app/paths';
import { usePageViews } from '@/features/tracking/pageViews';
import { EmptyState } from '@/ui/states/EmptyState';
import styles from '../frame/Frame.module.css';
import { usePageTitle } from '../usePageTitle';

interface Props {
  /** Address of the refusal itself: /404 or /401. */
  at: string;
  /** Stands inside the frame, which has the page's main part. */
  framed?: boolean;
}

export function Refused({ at, framed = false }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const why = at === paths.noAccess ? 'noAccess' : 'notFound';
  const heading = usePageTitle(t(`${why}.title`));
  usePageViews(paths[why], t(`${why}.title`));
  // The next refusal is another visit of this page.
  const [wanted] = useState(refusedAddress);
  const Place = framed ? 'div' : 'main';
  return (
    <Place className={framed ? styles.refused : styles.whole}>
      <h1 ref={heading} tabIndex={-1} className="owl-hidden-text">
        {t(`${why}.title`)}
      </h1>
      <EmptyState
        look={why === 'notFound' ? 'half' : 'crossed'}
        title={t(`${why}.title`)}
        text={t(`${why}.text`)}
        note={wanted ? <span className={`owl-mono ${styles.wanted}`}>{wanted}</span> : undefined}
      >
        <Button type="primary" onClick={() => navigate(paths.home)}>
          {t(`${why}.back`)}
        </Button>
      </EmptyState>
    </Place>
  );
}
