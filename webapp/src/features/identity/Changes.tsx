// Effects on phones that become new devices: what changes, what is lost, what stays; counted where the phones told.
import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '@/core/rules';
import { expectedMsOf } from '@/features/phones/actions/estimate';
import type { Phone } from '@/features/phones/api';
import { StillPicture } from '@/features/phones/pictures/Deck';
import { Thumb } from '@/ui/phone/Thumb';
import type { Preview } from './api';
import styles from './NewDeviceDialog.module.css';

interface Props {
  /** Those that may. */
  phones: readonly Phone[];
  previews: ReadonlyMap<number, Preview>;
  /** The new brand, model and serial number; an empty serial number is drawn. */
  brand: string;
  model: string;
  serial: string;
  keep: 'nothing' | 'files' | 'apps';
  /** The proxy before and after; none where neither is one. */
  proxy: readonly [string, string] | null;
  /** The phones have been asked. */
  asked: boolean;
}

const PICTURE_WIDTH = 84;

/** A sum over all phones; none where one of them did not tell. */
function sum(all: readonly (Preview | undefined)[], of: 'apps' | 'files'): number | null {
  const counts = all.map((preview) => preview?.now?.[of] ?? null);
  return counts.some((count) => count === null) ? null : counts.reduce<number>((a, b) => a + (b ?? 0), 0);
}

export function Changes({ phones, previews, brand, model, serial, keep, proxy, asked }: Props) {
  const { t } = useTranslation();
  const all = phones.map(({ phoneId }) => previews.get(phoneId));
  const [only] = phones;
  const now = phones.length === 1 ? all[0]?.now : undefined;
  const apps = sum(all, 'apps');
  const files = sum(all, 'files');
  const and = t('identity.and');
  const lost = [
    keep === 'apps'
      ? apps === null || t('identity.lostAppData', { count: apps })
      : apps === null || t('identity.lostApps', { count: apps }),
    keep === 'nothing' ? files === null || t('identity.lostFiles', { count: files }) : '',
    t('identity.lostSettings'),
  ].map((words) => (words === true ? t('identity.lostUncounted') : words));
  const kept = [
    keep === 'apps' && apps !== null ? t('identity.keptApps', { count: apps }) : '',
    keep !== 'nothing' && files !== null ? t('identity.keptFiles', { count: files }) : '',
    t('identity.keptRental'),
  ];
  const listed = (words: string[]) => [...new Set(words.filter(Boolean))].join(and);
  const rows = [
    [t('identity.brand'), now?.brand, brand],
    [t('identity.model'), now?.name || now?.model, model],
    [t('identity.serial'), now?.serial, serial || t('identity.drawn')],
    ...(proxy ? [[t('identity.proxy'), ...proxy] as const] : []),
  ] as const;
  return (
    <aside className={styles.changes} aria-busy={!asked}>
      {only && phones.length === 1 ? (
        <div className={styles.pictures} aria-hidden="true">
          <Thumb width={PICTURE_WIDTH}>
            <StillPicture phoneId={only.phoneId} />
          </Thumb>
          <ArrowRight size={18} strokeWidth={1.6} />
          <span className={styles.after}>{model}</span>
        </div>
      ) : null}
      <h3>{t('identity.changes')}</h3>
      <dl>
        {rows.map(([label, before, after]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{phones.length > 1 ? '' : before || t('identity.unknown')}</dd>
            <dd>
              <ArrowRight size={14} strokeWidth={1.6} aria-hidden="true" />
              <b>{after}</b>
            </dd>
          </div>
        ))}
        {now?.android ? (
          <div>
            <dt>{t('identity.android')}</dt>
            <dd>{`Android ${now.android}`}</dd>
            <dd className={styles.stays}>{t('identity.unchanged', { version: now.android })}</dd>
          </div>
        ) : null}
      </dl>
      <h3>{t('identity.lost')}</h3>
      <p className={`${styles.lost} owl-prose`}>{listed(lost)}</p>
      <h3>{t('identity.kept')}</h3>
      <p className="owl-prose">{listed(kept)}</p>
      <p className={`${styles.facts} owl-prose`}>
        {t('identity.time', { time: formatDuration(expectedMsOf(phones, 'newDevice')) })}
      </p>
    </aside>
  );
}
