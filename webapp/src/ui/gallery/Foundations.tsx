// Type, colours, spacing, ticks, figures: what everything else is made of.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { accent, type Mode, roles } from '@/app/tokens';
import { formatBytes } from '@/core/rules';
import { HourBars } from '../charts/HourBars';
import { MonthLines } from '../charts/MonthLines';
import { Sparkline } from '../charts/Sparkline';
import { CopyId } from '../copy/CopyId';
import { Money } from '../Money';
import { PayTicks, ShareTicks, Ticks } from '../Ticks';
import { Countdown, Elapsed } from '../time/Countdown';
import { Duration } from '../time/Duration';
import { RemainingTime } from '../time/RemainingTime';
import { TimeAgo } from '../time/TimeAgo';
import styles from './Gallery.module.css';
import { Section } from './Section';

export function TypeScale() {
  const { t } = useTranslation();
  const rows: [string, number, number, ReactNode, string][] = [
    [
      '28/36 · 600',
      28,
      600,
      <>
        {t('gallery.total')} <Money fen={109_200} />
      </>,
      t('gallery.t28'),
    ],
    ['20/28 · 600', 20, 600, t('gallery.phones'), t('gallery.t20')],
    ['16/24 · 600', 16, 600, t('gallery.scan'), t('gallery.t16')],
    ['14/22 · 600', 14, 600, t('gallery.name'), t('gallery.t14b')],
    ['14/22 · 400', 14, 400, t('gallery.renewAny'), t('gallery.t14')],
    ['13/20 · 400', 13, 400, t('gallery.renewAny'), t('gallery.t13')],
    ['12/16 · 400', 12, 400, t('gallery.about10'), t('gallery.t12')],
    ['12/16 mono', 12, 400, 'OWL-7K2M9 B-24817 10:24:08', t('gallery.tmono')],
  ];
  return (
    <Section title={t('gallery.type')} home="app/tokens" span={3}>
      <dl className={styles.scale}>
        {rows.map(([name, size, weight, sample, use]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd
              className={name.endsWith('mono') ? 'owl-mono' : ''}
              style={{ fontSize: size, fontWeight: weight, lineHeight: 1.4 }}
            >
              {sample}
            </dd>
            <dd className={styles.use}>{use}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

const grounds = [
  'bg',
  'surface',
  'raised',
  'sunken',
  'line',
  'lineStrong',
  'control',
  'text3',
  'text2',
  'text',
] as const;
const tones = ['link', 'ok', 'busy', 'warn', 'err', 'hold', 'off'] as const;

export function Colours() {
  const { t } = useTranslation();
  return (
    <Section title={t('gallery.colour')} home="app/tokens" span={3}>
      <Palette mode="light" />
      <Palette mode="dark" />
    </Section>
  );
}

function Palette({ mode }: { mode: Mode }) {
  const { t } = useTranslation();
  const c = roles[mode];
  const swatch = (name: string, value: string) => (
    <span key={name} className={styles.swatch} style={{ color: c.text2 }}>
      <i style={{ background: value, borderColor: c.lineStrong }} />
      {name}
    </span>
  );
  return (
    <div className={styles.palette} style={{ background: c.bg, borderColor: c.line, color: c.text }}>
      <b>{t(`gallery.${mode}`)}</b>
      <div className={styles.swatches}>{grounds.map((name) => swatch(name, c[name]))}</div>
      <div className={styles.swatches}>
        {swatch('accent', accent)}
        {tones.map((name) => swatch(name, c[name]))}
      </div>
      <p className={styles.words}>
        <span>{t('gallery.bodyText')}</span>
        <span style={{ color: c.text2 }}>{t('gallery.secondary')}</span>
        <span style={{ color: c.text3 }}>{t('gallery.caption')}</span>
        <span style={{ color: c.link }}>{t('gallery.link')}</span>
        <span style={{ color: c.err }}>{t('gallery.failed')}</span>
      </p>
    </div>
  );
}

const DAY = 86_400_000;
const TREND = [12, 14, 9, 20, 24, 18, 26, 22, 30, 28];

export function Spacing({ now }: { now: number }) {
  const { t } = useTranslation();
  const leases: [number, '' | 'warn' | 'err', number][] = [
    [23, '', now + 23 * DAY + 1000],
    [5, 'warn', now + 5 * DAY + 1000],
    [1, 'err', now + 36_500_000],
  ];
  return (
    <Section title={t('gallery.spacing')} home="ui/Ticks">
      <div className={styles.spaces} aria-hidden="true">
        {[4, 8, 12, 16, 20, 24, 32, 48].map((size) => (
          <span key={size}>
            <i style={{ width: size, height: size }} />
            {size}
          </span>
        ))}
      </div>
      {leases.map(([days, tone, until]) => (
        <div key={days} className={styles.beside}>
          <Ticks filled={days} tone={tone} />
          <RemainingTime until={until} now={now} />
        </div>
      ))}
      <div className={styles.beside}>
        <ShareTicks count={34} cap={30} />
        <span className="owl-figures">34 / 30</span>
      </div>
      <PayTicks leftMs={11 * 60_000 + 32_000} />
      <p className={`${styles.small} owl-prose`}>{t('gallery.ticksText')}</p>
    </Section>
  );
}

/** Fen by hour, or by day. */
const HOURS = [9, 6, 4, 2, 1, 3, 8, 22, 41, 63, 50, 48, 52, 46, 40, 44, 58, 66, 74, 90, 96, 84, 60, 28].map(
  (yuan) => yuan * 100,
);

export function Figures({ now }: { now: number }) {
  const { t } = useTranslation();
  const rows: [string, ReactNode][] = [
    [t('gallery.money'), <Money key="m" fen={109_205} />],
    [t('gallery.size2'), formatBytes(27_917_287_424)],
    [t('gallery.duration'), <Duration key="d" ms={93_780_000} />],
    [t('gallery.ago'), <TimeAgo key="a" at={now - 7_000_000} now={now} />],
    [t('gallery.left'), <RemainingTime key="r" until={now + 5 * DAY} now={now} />],
    [t('gallery.countdown'), <Countdown key="c" until={now + 692_000} />],
    [t('gallery.elapsed'), <Elapsed key="e" since={now - 130_000} expectedMs={300_000} />],
    [t('gallery.copyable'), <CopyId key="i" id="OWL-7K2M9" />],
    [t('gallery.trend'), <Sparkline key="s" values={TREND} length={TREND.length} />],
    [
      t('gallery.day'),
      <div key="h" style={{ width: 264 }}>
        <HourBars label={t('gallery.day')} hours={HOURS.slice(0, 11)} before={HOURS} names={['A', 'B']} />
      </div>,
    ],
    [
      t('gallery.month'),
      <div key="l" style={{ width: 264 }}>
        <MonthLines
          label={t('gallery.month')}
          days={HOURS}
          before={[...HOURS, ...HOURS].slice(0, 31)}
          names={['A', 'B']}
        />
      </div>,
    ],
  ];
  return (
    <Section title={t('gallery.figures')} home="ui/time, ui/charts, ui/Money">
      <dl className={styles.figures}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
