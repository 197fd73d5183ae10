// The ground of every page of getting in: the product's picture on the left, the form on the right; on a phone the form alone.
import { ConfigProvider } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { paths } from '@/app/paths';
import { constants } from '@/core/rules';
import { isSignedIn } from '@/core/session';
import { pictureAddress, useBrandName, useGetBrandingQuery } from '@/features/branding/branding';
import { usePageViews } from '@/features/tracking/pageViews';
import { Insecure } from '@/shell/banners/Insecure';
import { AppearanceSwitch, LanguageSwitch } from '@/shell/settings/switches';
import { usePageTitle } from '@/shell/usePageTitle';
import { Owl } from '@/ui/Owl';
import { useWide } from '@/ui/useWide';
import styles from './Entry.module.css';
import { Picture } from './Picture';

interface Props {
  /** Of the browser's tab. */
  title: string;
  heading: string;
  lead?: ReactNode;
  /** On a phone, where the picture and its words are not, the operator's greeting takes the lead's place. */
  greets?: boolean;
  /** Lies over the picture; on a phone it follows the form. */
  over?: ReactNode;
  children: ReactNode;
}

/** Fingers need more than a mouse. */
const TOUCH_HEIGHT = 44;

export function EntryPage({ title, heading, lead, greets = false, over, children }: Props) {
  const { t } = useTranslation();
  const wide = useWide();
  const name = useBrandName();
  const { data: branding } = useGetBrandingQuery();
  const logo = pictureAddress(branding?.main);
  const said = (greets && !wide && branding?.welcomeText) || lead;
  const { frontVersion } = constants();
  const focused = usePageTitle(title);
  const { pathname } = useLocation();
  // Page views are counted only for a member who was signed in when the page opened: to sign in here is no visit.
  const [counted] = useState(isSignedIn);
  usePageViews(counted ? pathname : null, title);
  return (
    <div className={styles.page}>
      {wide ? <Picture /> : null}
      <div className={styles.side}>
        <Insecure />
        <header className={styles.top}>
          {wide ? null : (
            <div className={styles.brand}>
              {logo ? <img src={logo} alt="" height={26} /> : <Owl size={28} />}
              <span>{name}</span>
            </div>
          )}
          <div className={styles.switches}>
            <LanguageSwitch labelled />
            <AppearanceSwitch labelled />
          </div>
        </header>
        <main className={styles.main}>
          <h1 ref={focused} tabIndex={-1} className={styles.title}>
            {heading}
          </h1>
          {said ? <p className={`${styles.lead} owl-prose`}>{said}</p> : null}
          <ConfigProvider theme={{ token: wide ? {} : { controlHeightLG: TOUCH_HEIGHT } }}>{children}</ConfigProvider>
          {wide ? null : over}
        </main>
        <footer className={styles.foot}>
          <Link to={paths.browser}>{t('switches.browser')}</Link>
          <span className="owl-mono">v{frontVersion}</span>
        </footer>
      </div>
      {wide && over ? <div className={styles.over}>{over}</div> : null}
    </div>
  );
}
