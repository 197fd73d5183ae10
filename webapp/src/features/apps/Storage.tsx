// The space of phones: how full each of them is, and which have too little room for what is about to come.
import { useTranslation } from 'react-i18next';
import { formatBytes } from '@/core/rules';
import { Note } from '@/ui/Note';
import type { Named, Storage } from './api';
import styles from './Storage.module.css';

/** Phones that have a bar each; of more the fullest is named. */
const BARS_MAX = 30;
/** Phones whose names are said; more are counted. */
const NAMES_MAX = 3;
/** Share of the space, in percent, from which on it is told. */
const WARN_FROM = 90;

interface Props {
  storage: readonly Storage[];
  phones: readonly Named[];
}

const usedOf = ({ total, free }: Storage): number => total - free;
const shareOf = (one: Storage): number => (usedOf(one) / one.total) * 100;

/** Bytes of files together. */
export const bytesOf = (files: readonly { size: number }[]): number => files.reduce((sum, { size }) => sum + size, 0);

/** Used and whole space of one phone. */
export function StorageWords({ storage: { total, free } }: { storage: Storage }) {
  const { t } = useTranslation();
  return (
    <span className="owl-figures">
      {t('apps.storageUsed', { used: formatBytes(total - free), total: formatBytes(total) })}
    </span>
  );
}

/** A bar for each phone, and the one with the least room in words. */
export function StorageLine({ storage, phones }: Props) {
  const { t } = useTranslation();
  const least = [...storage].sort((a, b) => a.free - b.free)[0];
  if (!least) return null;
  const nameOf = (id: number) => phones.find((phone) => phone.id === id)?.name ?? '';
  return (
    <p className={styles.line}>
      <span>
        {phones.length === 1 ? (
          <StorageWords storage={least} />
        ) : (
          t('apps.storageLeast', { free: formatBytes(least.free), name: nameOf(least.phoneId) })
        )}
      </span>
      {phones.length === 1 || phones.length > BARS_MAX ? null : (
        <span className={styles.bars}>
          {phones.map(({ id, name }) => {
            const one = storage.find(({ phoneId }) => phoneId === id);
            const words = one
              ? t('apps.storageOf', { name, used: formatBytes(usedOf(one)), total: formatBytes(one.total) })
              : t('apps.storageUnknown', { name });
            return (
              <span
                key={id}
                role="img"
                className={styles.bar}
                data-full={one !== undefined && shareOf(one) >= WARN_FROM}
                data-unknown={one === undefined}
                aria-label={words}
                title={words}
              >
                <i style={{ height: `${one ? shareOf(one) : 0}%` }} />
              </span>
            );
          })}
        </span>
      )}
    </p>
  );
}

/** Says beforehand on which phones so many bytes have no room. */
export function RoomNote({ storage, phones, bytes }: Props & { bytes: number }) {
  const { t } = useTranslation();
  const tight = storage.filter(({ free }) => free < bytes);
  if (bytes === 0 || tight.length === 0) return null;
  const names = tight.slice(0, NAMES_MAX).map(({ phoneId }) => phones.find(({ id }) => id === phoneId)?.name ?? '');
  const more = tight.length - names.length;
  const free = Math.min(...tight.map((one) => one.free));
  return (
    <Note tone="warning">
      {t('apps.noRoom', {
        names: names.join(t('apps.comma')) + (more > 0 ? ` +${more}` : ''),
        bytes: formatBytes(bytes),
        free: formatBytes(free),
      })}
    </Note>
  );
}
