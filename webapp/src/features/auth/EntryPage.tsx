// The ground of every page of getting in: the product's picture on the left, the form on the right; on a phone the form alone.
import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { constants } from '@/core/rules';
import { pictureAddress, useBrandName, useGetBrandingQuery } from '@/features/branding/branding';
import { AppearanceSwitch, LanguageSwitch } from '@/shell/switches';
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
  children: ReactNode;
}

/** Fingers need more than a mouse. */
const TOUCH_HEIGHT = 44;

export function EntryPage({ title, heading, lead, children }: Props) {
  const wide = useWide();
  const name = useBrandName();
  const logo = pictureAddress(useGetBrandingQuery().data?.main);
  const { frontVersion } = constants();
  const focused = usePageTitle(title);
  return (
    <div className={styles.page}>
      {wide ? <Picture /> : null}
      <div className={styles.side}>
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
          {lead ? <p className={`${styles.lead} owl-prose`}>{lead}</p> : null}
          <ConfigProvider theme={{ token: wide ? {} : { controlHeightLG: TOUCH_HEIGHT } }}>{children}</ConfigProvider>
        </main>
        <footer className={styles.foot}>
          <span className="owl-mono">v{frontVersion}</span>
        </footer>
      </div>
    </div>
  );
}
