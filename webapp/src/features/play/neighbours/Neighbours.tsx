// Strip of the other phones, of the same group or all: one click switches to another.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import type { Phone } from '@/features/phones/api';
import { Deck, LivePicture } from '@/features/phones/pictures/Deck';
import { viewPhone } from '@/features/phones/view';
import { Eyes } from '@/ui/Eyes';
import styles from './Neighbours.module.css';

interface Props {
  phones: Phone[];
  /** Whether the phones are those of one group. */
  grouped: boolean;
  /** Id of the phone on the stage. */
  current: number;
  /** Folds the strip away. */
  fold: ReactNode;
}

export function Neighbours({ phones, grouped, current, fold }: Props) {
  const { t } = useTranslation();
  const title = t(grouped ? 'play.sameGroup' : 'play.neighbours');
  const views = phones.map((phone) => ({ phone, view: viewPhone(phone) }));
  const watchable = views.filter(({ view }) => view.open.allowed).map(({ phone }) => phone.phoneId);
  return (
    <nav className={styles.strip} aria-label={title}>
      {fold}
      <p className={styles.title}>{title}</p>
      <Deck phoneIds={watchable}>
        {views.map(({ phone, view }) => {
          const name = phone.phoneAlias || phone.owlId;
          return (
            <Link
              key={phone.phoneId}
              to={paths.play(phone.phoneId)}
              replace
              className={styles.phone}
              aria-current={phone.phoneId === current ? 'page' : undefined}
              aria-label={t('play.open', { name })}
              title={view.open.allowed ? name : `${name}: ${view.open.reason}`}
            >
              <span className={styles.picture} data-dim={!view.open.allowed}>
                <LivePicture phoneId={phone.phoneId} live={view.open.allowed} />
                {view.open.allowed ? null : <Eyes look={view.look} width={22} />}
              </span>
              <span className={styles.name}>{name}</span>
            </Link>
          );
        })}
      </Deck>
    </nav>
  );
}
