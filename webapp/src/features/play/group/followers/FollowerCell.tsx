// Cell of a follower: small picture, name, lag of inputs; over the picture, in words, why it takes no input. A click excludes the phone or
// includes it again.

import { Dropdown } from 'antd';
import type { TFunction } from 'i18next';
import {
  ArrowLeftRight,
  CalendarX2,
  CircleMinus,
  Ellipsis,
  Eye,
  LoaderCircle,
  Lock,
  type LucideIcon,
  PointerOff,
  SquareArrowOutUpRight,
  TriangleAlert,
  WifiOff,
} from 'lucide-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlayStream } from '@/contract/constants';
import { paceText } from '@/core/rules';
import type { Phone } from '@/features/phones/api';
import { LivePicture } from '@/features/phones/pictures/Deck';
import { viewPhone } from '@/features/phones/view';
import { Eyes } from '@/ui/Eyes';
import { lookOfStatus } from '@/ui/phone/statusLook';
import { Ticks } from '@/ui/Ticks';
import { choiceOf } from '../master/Swap';
import styles from './FollowerCell.module.css';
import { kindOf, LAG_TICKS, lagTicks, lookOf, type Standing, stateWords } from './following';

interface Props extends Standing {
  phone: Phone;
  /** Whether the member wants the phone to follow. */
  wanted: boolean;
  /** Whether the small picture is live, where the phone has one. */
  live: boolean;
  /** Both callbacks are stable, so that the memoised cell is not rendered again. */
  onFollow: (phoneId: number, on: boolean) => void;
  chooseMaster: (phoneId: number) => void;
}

export const FollowerCell = memo(function FollowerCell(props: Props) {
  const { phone, wanted, live, onFollow, chooseMaster, ...standing } = props;
  const { t } = useTranslation();
  const name = phone.phoneAlias || phone.owlId;
  const words = stateWords(standing, t);
  const follows = standing.state === 'follows';
  const band = bandOf(standing, t);
  const state = band?.words ?? words;
  return (
    <li className={styles.cell} data-phone={phone.phoneId} data-kind={kindOf(standing)} data-turned={standing.turned}>
      <div className={styles.picture} data-dim={!follows} data-off={standing.state === 'off'}>
        <LivePicture phoneId={phone.phoneId} live={live && viewPhone(phone).open.allowed} />
        {follows ? null : <StandingReason standing={standing} words={words} />}
        {band ? (
          <span className={styles.band} title={band.hint} aria-hidden="true">
            <TriangleAlert size={12} strokeWidth={2} />
            {band.words}
          </span>
        ) : null}
        <button
          type="button"
          className={`owl-plain-button ${styles.toggle}`}
          aria-pressed={wanted}
          aria-label={t('group.cell', { name, state })}
          title={t(wanted ? 'group.exclude' : 'group.include', { name })}
          onClick={() => onFollow(phone.phoneId, !wanted)}
        />
        <CellMenu phone={phone} name={name} chooseMaster={chooseMaster} />
      </div>
      <div className={styles.line}>
        <span className={styles.name} title={name}>
          {name}
        </span>
        <span className={styles.eyes} data-open={follows}>
          <Eyes look={lookOf(standing)} />
        </span>
      </div>
      {follows ? (
        <Lag lagMs={standing.lagMs} late={kindOf(standing) === 'lagging'} />
      ) : (
        <div className={styles.lag}>{t('group.noInput')}</div>
      )}
    </li>
  );
});

/** Note on a phone that follows badly, with the reason. */
function bandOf({ state, leftOut, turned }: Standing, t: TFunction): { words: string; hint: string } | null {
  if (turned) return { words: t('group.turned'), hint: t('group.turnedHint') };
  return state === 'follows' && leftOut ? { words: t('group.leftOut'), hint: paceText(PlayStream.paceLeftOut) } : null;
}

function Lag({ lagMs, late }: { lagMs: number; late: boolean }) {
  return (
    <div className={styles.lag} data-late={late}>
      <Ticks filled={lagTicks(lagMs)} of={LAG_TICKS} tone={late ? 'warn' : ''} />
      <span className="owl-figures">{lagMs === 0 ? '< 1 ms' : `${lagMs} ms`}</span>
    </div>
  );
}

const icons: Partial<Record<Standing['state'], LucideIcon>> = {
  excluded: CircleMinus,
  joining: LoaderCircle,
  occupied: Lock,
  elsewhere: SquareArrowOutUpRight,
  offline: WifiOff,
  untouchable: PointerOff,
  expired: CalendarX2,
  right: Eye,
};

/** Reason over the picture why the phone takes no input. Hidden from screen readers: the button's name says it too. */
function StandingReason({ standing, words }: { standing: Standing; words: string }) {
  const { state, detail } = standing;
  const look = lookOfStatus({ code: detail, power: 'on', since: 0 });
  const Icon = icons[state] ?? look.Icon;
  const turns = state === 'joining' || (state === 'status' && look.turns);
  return (
    <span className={styles.why} aria-hidden="true">
      {state === 'off' ? (
        <Eyes look="shut" width={28} />
      ) : (
        <Icon size={20} strokeWidth={1.6} className={turns ? 'owl-turning' : ''} />
      )}
      <span>{words}</span>
    </span>
  );
}

interface MenuProps {
  phone: Phone;
  name: string;
  chooseMaster: (phoneId: number) => void;
}

function CellMenu({ phone, name, chooseMaster }: MenuProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  // The menu is built when it opens: a page has one for each phone.
  const items = open
    ? [
        {
          ...choiceOf(phone, t('group.makeMaster')),
          key: 'master',
          icon: <ArrowLeftRight size={16} strokeWidth={1.6} aria-hidden="true" />,
          onClick: () => chooseMaster(phone.phoneId),
        },
      ]
    : [];
  return (
    <Dropdown trigger={['click']} open={open} onOpenChange={setOpen} menu={{ items }} placement="bottomRight">
      <button
        type="button"
        className={`owl-plain-button ${styles.menu}`}
        aria-label={t('group.menu', { name })}
        aria-haspopup="menu"
        data-open={open}
      >
        <Ellipsis size={16} strokeWidth={1.6} aria-hidden="true" />
      </button>
    </Dropdown>
  );
}
