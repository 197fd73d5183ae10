// Preview for members: the sign-in page's picture and customer service, by their own parts, in the language that is chosen.
import { Segmented } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PictureOf } from '@/features/auth/Picture';
import edited from '@/ui/editing/EditedPage.module.css';
import { OWN_NAME, webAddress } from '../branding';
import { Contacts, HelpCenter } from '../CustomerService';
import { shownContacts } from '../contacts';
import styles from './BrandingDesk.module.css';
import { type Fields, GROUP } from './fields';

type Language = 'zh' | 'en';

export function Preview({ draft }: { draft: Fields }) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const [language, setLanguage] = useState<Language>(i18n.language === 'en-US' ? 'en' : 'zh');
  const said = (zh: string, en: string) => (language === 'en' && en ? en : zh);
  // Groups come first there, and only addresses that open something.
  const contacts = shownContacts(draft.contacts.map((contact, at) => ({ ...contact, id: at })));
  const inOrder = [...contacts.filter(({ group }) => group), ...contacts.filter(({ group }) => !group)];
  const first = draft.contacts.find(({ type }) => type === GROUP);
  return (
    <aside className={styles.preview} aria-labelledby={id}>
      <div className={styles.previewHead}>
        <h2 id={id}>{t('brandingDesk.preview')}</h2>
        <Segmented<Language>
          aria-label={t('brandingDesk.previewLanguage')}
          value={language}
          onChange={setLanguage}
          options={[
            { value: 'zh', label: t('brandingDesk.chinese') },
            { value: 'en', label: t('brandingDesk.english') },
          ]}
        />
      </div>
      <h3>{t('brandingDesk.signInPage')}</h3>
      <div className={styles.picture}>
        <PictureOf
          name={said(draft.text, draft.textEn) || OWN_NAME}
          main={draft.main}
          leftBg={draft.leftBg}
          welcomeText={said(draft.welcomeText, draft.welcomeTextEn)}
        />
      </div>
      <h3>{t('brandingDesk.customerPage')}</h3>
      <div>
        <HelpCenter
          address={webAddress(draft.serviceUrl)}
          hours={said(draft.serviceHours, draft.serviceHoursEn) || undefined}
        />
        <Contacts contacts={inOrder} />
      </div>
      {first?.account ? (
        <p className={edited.quiet}>{t('brandingDesk.groupLine', { account: first.account })}</p>
      ) : null}
      <p className={edited.quiet}>{t('brandingDesk.previewText')}</p>
    </aside>
  );
}
