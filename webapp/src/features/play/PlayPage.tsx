// One phone, live: the stage with the phone, its keys and figures, the neighbours on the left and the facts on the right.
import { App, Drawer } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { paths } from '@/app/paths';
import { useAppDispatch } from '@/app/store';
import { remaining } from '@/core/rules';
import { type Phone, useListPhonesQuery } from '@/features/phones/api';
import { trailSet } from '@/shell/slice';
import { usePageTitle } from '@/shell/usePageTitle';
import { CopyId } from '@/ui/CopyId';
import { EmptyState } from '@/ui/EmptyState';
import { useNow } from '@/ui/useNow';
import { useWide } from '@/ui/useWide';
import { IdleChip, StillsChip, ViewOnlyChip } from './Chips';
import { EndPanel } from './EndPanel';
import { InfoPanel } from './InfoPanel';
import { Neighbours } from './Neighbours';
import styles from './PlayPage.module.css';
import { Rail } from './Rail';
import { Readout } from './Readout';
import { Screen } from './Screen';
import { useKeyboard } from './useKeyboard';
import { usePlay } from './usePlay';

/** The most one answer holds: enough to name this phone and its neighbours. */
const NEIGHBOURS = 200;

export default function PlayPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const text = query.get('phoneId') ?? '';
  const phoneId = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(phoneId)) {
    return <EmptyState look="half" title={t('play.missing')} text={t('play.missingText')} />;
  }
  return <PlayPhone phoneId={phoneId} mode={query.get('mode') === 'view' ? 'view' : 'control'} />;
}

function PlayPhone({ phoneId, mode }: { phoneId: number; mode: 'control' | 'view' }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const wide = useWide();
  const [attempt, setAttempt] = useState(0);
  const [sheet, setSheet] = useState(false);
  const stage = useRef<HTMLDivElement>(null);
  const { data } = useListPhonesQuery({ pageNo: 1, pageSize: NEIGHBOURS }, { refetchOnMountOrArgChange: true });
  const phone = data?.list.find((each) => each.phoneId === phoneId);
  const name = phone?.phoneAlias || phone?.owlId || t('pages.play');
  const heading = usePageTitle(name);

  useEffect(() => {
    dispatch(trailSet(name));
  }, [dispatch, name]);

  const onClipboard = (copied: string) => {
    navigator.clipboard
      ?.writeText(copied)
      .then(() => message.success(t('play.clipboard')))
      .catch(() => message.warning(t('play.clipboardFailed')));
  };
  const { state, handle, host } = usePlay({ phoneId, mode, attempt, onClipboard });
  const keyboard = useKeyboard(handle, state.control, () => void message.warning(t('play.pasteTooLong')));

  // Ready to type as soon as the phone is there, unless the member is somewhere else; never by raising a soft keyboard.
  const ready = state.phase === 'live' && state.control;
  const { capture, field } = keyboard;
  const takeKeyboard = useRef(capture);
  takeKeyboard.current = capture;
  useEffect(() => {
    const idle = document.activeElement === document.body || document.activeElement === heading.current;
    if (ready && idle && window.matchMedia('(pointer: fine)').matches) takeKeyboard.current();
  }, [ready, heading]);

  const onFullscreen = () => {
    if (!document.fullscreenEnabled) message.warning(t('shell.noFullscreen'));
    else if (document.fullscreenElement) void document.exitFullscreen();
    else void stage.current?.requestFullscreen();
  };
  const onKeyboard = () => (document.activeElement === field.current ? keyboard.release() : keyboard.capture());
  const info = <InfoPanel phone={phone} captured={state.control && wide ? keyboard.captured : null} />;

  return (
    <div className={styles.play} data-wide={wide}>
      {wide && data ? <Neighbours phones={data.list} current={phoneId} /> : null}
      <div ref={stage} className={styles.stage} data-wide={wide}>
        <div className={styles.head}>
          <h1 ref={heading} tabIndex={-1} className={styles.name}>
            {name}
          </h1>
          {phone ? <HeadFacts phone={phone} /> : null}
          <span className={styles.grow} />
          {state.level !== null && !state.control && state.phase !== 'over' ? <ViewOnlyChip /> : null}
          {state.stats.at(-1)?.decoder === 'stills' && state.phase !== 'over' ? (
            <StillsChip control={state.control} wide={wide} />
          ) : null}
          {state.idleEndsAt === null ? null : (
            <IdleChip endsAt={state.idleEndsAt} wide={wide} onStay={() => handle?.stay()} />
          )}
        </div>
        <div className={styles.room}>
          <div className={styles.device}>
            <Screen phoneId={phoneId} name={name} state={state} handle={handle} host={host} keyboard={keyboard}>
              {state.over ? (
                <EndPanel
                  over={state.over}
                  phoneId={phoneId}
                  onRetry={() => setAttempt((n) => n + 1)}
                  onWatch={() => void navigate(paths.play(phoneId, 'view'), { replace: true })}
                />
              ) : null}
            </Screen>
            {wide ? (
              <Rail
                handle={handle}
                control={state.control}
                captured={keyboard.captured}
                onKeyboard={onKeyboard}
                onFullscreen={onFullscreen}
              />
            ) : null}
          </div>
        </div>
        {wide ? null : (
          <Rail
            handle={handle}
            control={state.control}
            captured={keyboard.captured}
            onKeyboard={onKeyboard}
            onFullscreen={onFullscreen}
            onMore={() => setSheet(true)}
          />
        )}
        <Readout state={state} wide={wide} />
      </div>
      {wide ? (
        <aside className={styles.panel} aria-label={t('play.facts')}>
          {info}
        </aside>
      ) : null}
      {wide ? null : (
        <Drawer
          open={sheet}
          onClose={() => setSheet(false)}
          placement="bottom"
          title={name}
          size="70dvh"
          destroyOnHidden
        >
          {info}
        </Drawer>
      )}
    </div>
  );
}

function HeadFacts({ phone }: { phone: Phone }) {
  const left = remaining(phone.expireTime, useNow(30_000));
  return (
    <span className={styles.facts}>
      <CopyId id={phone.owlId} />
      <span className={styles.left} data-tone={left.tone || undefined}>
        {left.text}
      </span>
    </span>
  );
}
