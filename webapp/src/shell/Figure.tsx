// A figure beside a page of the operators' menu: so many things in it wait for a person. Never a total.
import { useTranslation } from 'react-i18next';
import { paths } from '@/app/paths';
import { useListFeedbackQuery } from '@/features/feedback/api';
import styles from './Figure.module.css';

const POLL_MS = 60_000;
/** Only the count is of interest. */
const OPEN = { pageNo: 1, pageSize: 1, answered: false } as const;

export function Figure({ path }: { path: string }) {
  return path === paths.feedbackInbox ? <OpenFeedback /> : null;
}

function OpenFeedback() {
  const { t } = useTranslation();
  const { data } = useListFeedbackQuery(OPEN, { pollingInterval: POLL_MS, skipPollingIfUnfocused: true });
  const n = data?.total ?? 0;
  if (n === 0) return null;
  return (
    <span className={`${styles.figure} owl-figures`} title={t('shell.waiting', { n })}>
      <span aria-hidden="true">{n}</span>
      <span className="owl-hidden-text">{t('shell.waiting', { n })}</span>
    </span>
  );
}
