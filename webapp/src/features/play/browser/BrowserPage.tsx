// Browser check page, open to everybody: tries each capability that phones need and shows its verdict, the consequence and the remedy.
import { Button } from 'antd';
import {
  ArrowRight,
  Check,
  CircleCheck,
  CircleX,
  LoaderCircle,
  type LucideIcon,
  Minus,
  TriangleAlert,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import { constants } from '@/core/rules';
import { isSignedIn } from '@/core/session';
import { locale } from '@/core/storage';
import { pictureAddress, useBrandName, useGetBrandingQuery } from '@/features/branding/branding';
import { usePageViews } from '@/features/tracking/pageViews';
import { AppearanceSwitch, LanguageSwitch } from '@/shell/settings/switches';
import { usePageTitle } from '@/shell/usePageTitle';
import { useCopy } from '@/ui/copy/Copy';
import { Owl } from '@/ui/Owl';
import styles from './BrowserPage.module.css';
import { useFacts } from './useFacts';
import { type Group, groupsOf, type Line, type Summary, summaryOf, type Tone } from './verdicts';
import { reportOf, summaryWords, verdictWords } from './words';

export function BrowserPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('switches.browser'));
  usePageViews(paths.browser, t('switches.browser'));
  const { facts, busy, again } = useFacts();
  const groups = facts ? groupsOf(facts) : [];
  return (
    <div className={styles.page}>
      <Top />
      <main className={styles.main} aria-busy={busy}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {t('switches.browser')}
        </h1>
        <p className={`${styles.lead} owl-prose`}>{t('browser.lead')}</p>
        <div role="status">{facts && !busy ? <Whole summary={summaryOf(groups)} /> : <Checking />}</div>
        <div className={styles.steps}>
          <Button onClick={again} disabled={busy}>
            {t('browser.again')}
          </Button>
          <CopyReport groups={groups} disabled={!facts || busy} />
          <Link to={isSignedIn() ? paths.home : paths.signIn}>
            {t(isSignedIn() ? 'browser.toPhones' : 'browser.toSignIn')}
          </Link>
        </div>
        {groups.map((group) => (
          <Part key={group.key} group={group} />
        ))}
      </main>
    </div>
  );
}

function Top() {
  const name = useBrandName();
  const logo = pictureAddress(useGetBrandingQuery().data?.main);
  return (
    <header className={styles.top}>
      <span className={styles.brand}>
        {logo ? <img src={logo} alt="" height={26} /> : <Owl size={28} />}
        <span>{name}</span>
      </span>
      <LanguageSwitch labelled />
      <AppearanceSwitch labelled />
    </header>
  );
}

function CopyReport({ groups, disabled }: { groups: readonly Group[]; disabled: boolean }) {
  const { t } = useTranslation();
  const copy = useCopy();
  const name = useBrandName();
  const onClick = () => {
    const around = {
      product: `${name} v${constants().frontVersion} · ${t('switches.browser')}`,
      atMs: Date.now(),
      address: window.location.origin,
      agent: navigator.userAgent,
      lang: locale.get(),
    };
    void copy(reportOf(groups, around, t), t('browser.report'));
  };
  return (
    <Button onClick={onClick} disabled={disabled}>
      {t('browser.copy')}
    </Button>
  );
}

function Checking() {
  const { t } = useTranslation();
  return (
    <div className={styles.whole} data-kind="checking">
      <LoaderCircle size={20} strokeWidth={1.6} aria-hidden="true" className="owl-turning" />
      <p className={styles.wholeTitle}>{t('browser.checking')}</p>
    </div>
  );
}

const wholeIcons: Record<Summary['kind'], LucideIcon> = { all: CircleCheck, but: TriangleAlert, none: CircleX };

function Whole({ summary }: { summary: Summary }) {
  const { t } = useTranslation();
  const { title, text, todo } = summaryWords(summary, t, locale.get());
  const Icon = wholeIcons[summary.kind];
  return (
    <div className={styles.whole} data-kind={summary.kind}>
      <Icon size={20} strokeWidth={1.6} aria-hidden="true" />
      <div>
        <p className={styles.wholeTitle}>{title}</p>
        <p className="owl-prose">{text}</p>
        {todo ? <p className="owl-prose">{todo}</p> : null}
      </div>
    </div>
  );
}

function Part({ group }: { group: Group }) {
  const { t } = useTranslation();
  return (
    <section className={styles.part}>
      <h2>{t(`browser.group.${group.key}`)}</h2>
      <ul>
        {group.lines.map((line) => (
          <Row key={line.key} line={line} />
        ))}
      </ul>
    </section>
  );
}

const icons: Record<Tone, LucideIcon> = { good: Check, note: Minus, less: TriangleAlert, bad: CircleX };

function Row({ line }: { line: Line }) {
  const { t } = useTranslation();
  const Icon = icons[line.tone];
  return (
    <li className={styles.row} data-tone={line.tone}>
      <Icon size={16} strokeWidth={1.6} aria-hidden="true" />
      <strong>{t(`browser.line.${line.key}`)}</strong>
      <span className={`${styles.verdict} owl-figures`}>{verdictWords(line, t)}</span>
      <p className={`${styles.so} owl-prose`}>{t(`browser.so.${line.so}`)}</p>
      {line.todo ? (
        <p className={`${styles.todo} owl-prose`}>
          <ArrowRight size={14} strokeWidth={1.6} aria-hidden="true" />
          <span>{t(`browser.todo.${line.todo}`)}</span>
        </p>
      ) : null}
    </li>
  );
}
