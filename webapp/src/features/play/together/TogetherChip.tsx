// Chip of the people at the phone and who has control; its popover names each, with the actions on control.

import { Button, Popover } from 'antd';
import { Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PlayStream } from '@/contract/constants';
import { formatClock } from '@/core/rules';
import { useCountdown } from '@/ui/time/Countdown';
import { usePlayContext } from '../PlayContext';
import type { Person } from '../session/playState';
import head from '../stage/Head.module.css';
import { usePersonName } from './personName';
import styles from './Together.module.css';

/** Renders nothing for a member who is alone and has control. */
export function TogetherChip() {
  const { t } = useTranslation();
  const { state, wide } = usePlayContext();
  const nameOf = usePersonName();
  const { people, others, control, level } = state;
  const alone = people.length < 2 && others === 0;
  if (people.length === 0 || (alone && (control || level === PlayStream.levelView))) return null;
  const controller = people.find((person) => person.controls);
  const who = !controller
    ? t('play.together.nobody')
    : controller.me
      ? t('play.together.youControl')
      : t('play.together.controls', { name: nameOf(controller) });
  const count = people.length + others;
  const said = `${t('play.together.chip', { count })} · ${who}`;
  return (
    <Popover trigger="click" placement="bottomRight" title={t('play.together.title')} content={<People />}>
      <button type="button" className={`owl-plain-button ${head.chip} ${styles.chip}`} aria-label={said}>
        <Users size={14} strokeWidth={1.6} aria-hidden="true" />
        {wide ? said : <span className="owl-figures">{count}</span>}
      </button>
    </Popover>
  );
}

function People() {
  const { t } = useTranslation();
  const { state } = usePlayContext();
  return (
    <div className={styles.people}>
      <ul>
        {state.people.map((person) => (
          <Row key={person.id} person={person} />
        ))}
      </ul>
      {state.others > 0 ? <p className={styles.note}>{t('play.together.others', { count: state.others })}</p> : null}
      {state.control ? null : <ControlButton />}
    </div>
  );
}

function Row({ person }: { person: Person }) {
  const { t } = useTranslation();
  const { state, handle } = usePlayContext();
  const name = usePersonName()(person);
  const { me, relation, controls, mayControl } = person;
  return (
    <li className={styles.person}>
      <span className={styles.name}>
        <b>{name}</b>
        {me || person.name ? <span className={styles.note}>{t(`play.together.relation${relation}`)}</span> : null}
      </span>
      <span className={styles.does} data-controls={controls}>
        {t(controls ? 'play.together.operating' : 'play.together.watching')}
      </span>
      {state.control && !me && mayControl ? (
        <Button
          size="small"
          aria-label={t('play.together.giveTo', { name })}
          onClick={() => handle?.giveControl(person.id)}
        >
          {t('play.together.give')}
        </Button>
      ) : null}
    </li>
  );
}

/** Button by which a member without control asks for it or takes it. */
function ControlButton() {
  const { t } = useTranslation();
  const { state, handle } = usePlayContext();
  if (state.level === PlayStream.levelView) return <p className={styles.note}>{t('play.together.viewNote')}</p>;
  if (state.askedUntil !== null) return <Waiting until={state.askedUntil} />;
  const taken = state.people.some((person) => person.controls && !person.me);
  const words = !taken
    ? 'play.together.free'
    : state.level === PlayStream.levelOwner
      ? 'play.together.take'
      : 'play.together.ask';
  return (
    <Button type="primary" block onClick={() => handle?.askControl()}>
      {t(words)}
    </Button>
  );
}

function Waiting({ until }: { until: number }) {
  const { t } = useTranslation();
  return (
    <p className={styles.note} role="status">
      {t('play.together.asking', { time: formatClock(useCountdown(until)) })}
    </p>
  );
}
