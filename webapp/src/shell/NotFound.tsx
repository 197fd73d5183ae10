// No such page, or not one of this member's.
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import { EmptyState } from '@/ui/EmptyState';
import styles from './Frame.module.css';
import { usePageTitle } from './usePageTitle';

export function NotFound() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const heading = usePageTitle(t('notFound.title'));
  return (
    <main className={styles.whole}>
      <h1 ref={heading} tabIndex={-1} className="owl-hidden-text">
        {t('notFound.title')}
      </h1>
      <EmptyState look="half" title={t('notFound.title')} text={t('notFound.text')}>
        <Button type="primary" onClick={() => navigate(paths.home)}>
          {t('notFound.back')}
        </Button>
      </EmptyState>
    </main>
  );
}
