// No such page, or not one of this member's: what it is, and the way back.
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import { usePageViews } from '@/features/tracking/pageViews';
import { EmptyState } from '@/ui/EmptyState';
import styles from './Frame.module.css';
import { usePageTitle } from './usePageTitle';

function Refused({ why }: { why: 'notFound' | 'noAccess' }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const heading = usePageTitle(t(`${why}.title`));
  usePageViews(paths[why], t(`${why}.title`));
  return (
    <main className={styles.whole}>
      <h1 ref={heading} tabIndex={-1} className="owl-hidden-text">
        {t(`${why}.title`)}
      </h1>
      <EmptyState look={why === 'notFound' ? 'half' : 'crossed'} title={t(`${why}.title`)} text={t(`${why}.text`)}>
        <Button type="primary" onClick={() => navigate(paths.home)}>
          {t(`${why}.back`)}
        </Button>
      </EmptyState>
    </main>
  );
}

/** /404 */
export const NotFound = () => <Refused why="notFound" />;

/** /401 */
export const NoAccess = () => <Refused why="noAccess" />;
