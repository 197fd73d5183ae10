// Card of a phone: live picture, name, remaining rental. A click or Enter opens the phone, Space selects it, m or the secondary button opens its menu.
import { Checkbox, Tooltip } from 'antd';
import type { TFunction } from 'i18next';
import { Eye, LoaderCircle, Lock, RotateCcw, Share2 } from 'lucide-react';
import { type MouseEvent, memo, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { remaining } from '@/core/rules';
import { CopyId } from '@/ui/copy/CopyId';
import { Eyes } from '@/ui/Eyes';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { Overlay } from '@/ui/phone/Overlay';
import { RUNNING } from '@/ui/phone/statusLook';
import { useRights } from '@/ui/rights/Gate';
import { Elapsed } from '@/ui/time/Countdown';
import { Lease, RemainingTime } from '@/ui/time/RemainingTime';
import { rebootAction, remediesFor, whyNot } from '../actions/actions';
import { usePhoneMenu, useRunAction } from '../actions/PhoneActions';
import { PhoneMenu } from '../actions/PhoneMenu';
import { useOpenPhone } from '../actions/useOpenPhone';
import type { Phone } from '../api';
import { LivePicture } from '../pictures/Deck';
import { sharedWords } from '../sharedWords';
import { type PhoneView, viewPhone } from '../view';
import styles from './PhoneCard.module.css';
import { preloadPlay } from './preloadPlay';

const NameEdit = lazyWithRetry(() => import('./NameEdit'), 'button');

interface Props {
  phone: Phone;
  /** Time of the page's clock, Unix ms. */
  now: number;
  selected: boolean;
  /** Whether any phone is selected: on a touch screen a tap then selects. */
  selecting: boolean;
  onToggle: (phone: Phone, range: boolean) => void;
  /** Whether the card is the dense one, without id and ticks. */
  dense?: boolean;
  /** Whether the picture is 16:9. */
  landscape?: boolean;
  /** Whether the card is the grid's tab stop. */
  tabStop?: boolean;
  /** Whether the name is being edited. */
  renaming?: boolean;
  /** Begins or ends the editing of a name; `back` is the phone whose card gets the focus. */
  onRename?: (phone: Phone | null, back?: Phone) => void;
  /** Name of the phone's group. */
  group?: string | undefined;
}

export const PhoneCard = memo(function PhoneCard(props: Props) {
  const {
    phone,
    now,
    selected,
    selecting,
    onToggle,
    dense = false,
    landscape: lying = false,
    tabStop: stop = true,
    renaming = false,
    onRename,
    group,
  } = props;
  const { t } = useTranslation();
  const open = useOpenPhone();
  const menu = usePhoneMenu();
  const run = useRunAction();
  const { permissions } = useRights();
  const navigate = useNavigate();
  const view = viewPhone(phone);
  const dim = view.expired || phone.businessStatus !== RUNNING;
  const name = phone.phoneAlias || phone.owlId;

  const onPicture = (event: MouseEvent) => {
    // The second click of a double click is ignored: the first has opened the phone.
    if (event.detail > 1) return;
    if (event.shiftKey || event.ctrlKey || event.metaKey || selecting) onToggle(phone, event.shiftKey);
    else open(phone);
  };
  return (
    <article
      className={styles.card}
      data-phone={phone.phoneId}
      data-selected={selected}
      data-selecting={selecting}
      data-dense={dense}
      aria-label={name}
      aria-keyshortcuts="Enter Space M F2"
      tabIndex={stop ? 0 : -1}
      onContextMenu={(event) => {
        // Shift leaves the browser's own context menu.
        if (event.shiftKey) return;
        event.preventDefault();
        menu.open(phone, event.currentTarget, event);
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the card does the same by keyboard. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the card does the same by keyboard. */}
      <div
        className={styles.picture}
        data-dim={dim}
        onClick={onPicture}
        onPointerEnter={view.open.allowed ? preloadPlay : undefined}
      >
        <LivePicture phoneId={phone.phoneId} live={view.open.allowed} />
        <Overlay
          code={phone.businessStatus}
          power={phone.power}
          since={phone.statusSince}
          running={phone.operation?.kind}
          expectedMs={phone.operation?.expectedMs}
          expired={view.expired}
          recycled={phone.rental === 'recycled'}
          reason={view.expired ? keptWords(phone, now, t) : phone.reason}
          small={dense}
          tabIndex={-1}
          actions={
            dim && !dense && !selecting ? remediesFor(phone, t, run, permissions, (path) => void navigate(path)) : []
          }
        />
        <RunningOperation phone={phone} />
        {/* biome-ignore lint/a11y/noLabelWithoutControl: antd's checkbox is inside. */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the click is only kept from the picture. */}
        <label className={styles.check} onClick={(event) => event.stopPropagation()}>
          <Checkbox
            checked={selected}
            tabIndex={-1}
            aria-label={t('list.select', { name })}
            onChange={({ nativeEvent }) => onToggle(phone, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
          />
        </label>
        {dense ? null : <Strip phone={phone} view={view} name={name} off={selecting || !view.open.allowed} dim={dim} />}
      </div>
      <div className={styles.line}>
        {renaming ? (
          <Suspense fallback={<span className={styles.name}>{name}</span>}>
            <NameEdit phone={phone} onClose={(byKey) => onRename?.(null, byKey ? phone : undefined)} />
          </Suspense>
        ) : (
          // biome-ignore lint/a11y/noStaticElementInteractions: F2 does the same by keyboard.
          <span className={styles.name} title={name} onDoubleClick={() => onRename?.(phone)}>
            {name}
          </span>
        )}
        <span className={styles.marks} data-tone={view.look === 'open' && !dim ? 'ok' : undefined}>
          <ShareMark phone={phone} />
          <Eyes look={view.look} />
        </span>
      </div>
      {dense ? (
        <RemainingTime until={phone.expireTime} now={now} />
      ) : (
        <>
          <div className={styles.id}>
            <CopyId id={phone.owlId} tabIndex={-1} />
            {group || phone.tags.length > 0 ? (
              <span className={styles.tags} title={[group, tagWords(phone)].filter(Boolean).join(' ')}>
                {[group, phone.tags[0] ? `#${phone.tags[0].name}` : ''].filter(Boolean).join(' ')}
              </span>
            ) : null}
          </div>
          <Lease until={phone.expireTime} now={now} stretch={lying} />
        </>
      )}
    </article>
  );
});

interface StripProps {
  phone: Phone;
  view: PhoneView;
  name: string;
  /** Whether touch screens hide the strip: while phones are being selected, and for a phone that cannot be opened. */
  off: boolean;
  /** Whether the overlay over the picture offers remedies, a restart among them. */
  dim: boolean;
}

/** Actions at the bottom of the picture, shown on hover and focus; on touch screens the whole picture opens the phone. */
function Strip({ phone, view, name, off, dim }: StripProps) {
  const { t } = useTranslation();
  const open = useOpenPhone();
  const { allowed, reason } = view.open;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps a double click on a button from opening twice.
    <div className={styles.strip} data-off={off} onDoubleClick={(event) => event.stopPropagation()}>
      {/* At the bottom, since the overlay's remedies are above. */}
      <Tooltip title={allowed ? '' : reason} trigger={['hover', 'focus']} placement="bottom">
        <button
          type="button"
          className={styles.open}
          tabIndex={-1}
          aria-label={t('list.openName', { name })}
          aria-disabled={!allowed}
          onClick={(event) => {
            event.stopPropagation();
            open(phone);
          }}
        >
          {allowed ? null : <Lock size={14} aria-hidden="true" />}
          <span>{t('list.open')}</span>
        </button>
      </Tooltip>
      {view.watch.allowed && phone.level !== 'view' ? (
        <Tooltip title={t('list.watch')}>
          <button
            type="button"
            className={styles.watch}
            tabIndex={-1}
            aria-label={t('list.watchName', { name })}
            onClick={(event) => {
              event.stopPropagation();
              open(phone, 'view');
            }}
          >
            <Eye size={16} strokeWidth={1.6} aria-hidden="true" />
          </button>
        </Tooltip>
      ) : null}
      {dim ? null : <Reboot phone={phone} name={name} />}
      <PhoneMenu phone={phone} name={name} className={styles.watch ?? ''} tabIndex={-1} />
    </div>
  );
}

/** Restart button of a phone that can be restarted; the menu has the other actions and the reasons. */
function Reboot({ phone, name }: { phone: Phone; name: string }) {
  const { t } = useTranslation();
  const run = useRunAction();
  if (whyNot(rebootAction.key, phone) !== null) return null;
  return (
    <Tooltip title={t('actions.reboot')}>
      <button
        type="button"
        className={styles.watch}
        tabIndex={-1}
        aria-label={t('actions.rebootName', { name })}
        onClick={(event) => {
          event.stopPropagation();
          run('reboot', [phone]);
        }}
      >
        <RotateCcw size={16} strokeWidth={1.6} aria-hidden="true" />
      </button>
    </Tooltip>
  );
}

/** Operation that does not change the phone's status: name, elapsed and usual duration, or that it is queued. */
function RunningOperation({ phone }: { phone: Phone }) {
  const { t } = useTranslation();
  const { operation } = phone;
  if (!operation) return null;
  if (viewPhone(phone).status.tone === 'busy') {
    if (operation.percent === null) return null;
    return <span className={`${styles.underway} owl-figures`}>{operation.percent} %</span>;
  }
  return (
    <span className={styles.underway}>
      <LoaderCircle size={14} strokeWidth={1.6} aria-hidden="true" className="owl-turning" />
      <span>{operation.name}</span>{' '}
      {operation.queued ? (
        <span>{t('operations.queued')}</span>
      ) : (
        <Elapsed since={operation.since} expectedMs={operation.expectedMs} />
      )}
    </span>
  );
}

/** Words for how long an expired phone's data is still kept; null when it is not. */
const keptWords = ({ keptUntil }: Phone, now: number, t: TFunction) =>
  keptUntil && keptUntil > now ? t('status.kept', { left: remaining(keptUntil, now).text }) : null;

/** The member's tags on the phone: `#live #desk`. */
export const tagWords = (phone: Phone): string => phone.tags.map(({ name }) => `#${name}`).join(' ');

/** Mark of a phone that is shared by the member, or with the member. */
export function ShareMark({ phone }: { phone: Phone }) {
  const { t } = useTranslation();
  const text =
    sharedWords(phone, t) ?? (phone.accreditType ? t('list.grantedBy', { phone: phone.ownerPhone ?? '' }) : null);
  return text ? (
    <Tooltip title={text}>
      <Share2 size={14} strokeWidth={1.6} role="img" aria-label={text} />
    </Tooltip>
  ) : null;
}
