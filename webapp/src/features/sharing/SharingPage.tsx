// Authorization management as a page; its question is in the address.
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '@/shell/usePageTitle';
import { useUrlState } from '@/ui/list/urlState';
import { useWide } from '@/ui/useWide';
import { AuthorizeButton } from './AuthorizeButton';
import { GrantsPanel } from './GrantsPanel';
import { grantCodec } from './grantState';
import styles from './Sharing.module.css';

export default function SharingPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.sharing'));
  // On a phone the header says it.
  const wide = useWide();
  const codec = useMemo(grantCodec, []);
  const [state, change] = useUrlState(codec);
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1 ref={heading} tabIndex={-1} className={wide ? undefined : 'owl-hidden-text'}>
          {t('sharing.title')}
        </h1>
        <AuthorizeButton />
      </div>
      <GrantsPanel state={state} onChange={change} />
    </div>
  );
}
