// Header of the stage: the phone, the remaining rental, and the chips of the session.
import { ArrowLeft } from 'lucide-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import { CopyId } from '@/ui/copy/CopyId';
import { RemainingTime } from '@/ui/time/RemainingTime';
import { usePlayContext } from '../PlayContext';
import { HeadTools } from '../rail/HeadTools';
import { TogetherChip } from '../together/TogetherChip';
import { ClipChip, IdleChip, InputMethodChip, PaceChip, ScreenshotModeChip, SmallChip, ViewOnlyChip } from './Chips';
import styles from './Head.module.css';

/** Header of the stage. `heading` gets the focus when the page opens. */
export function Head({ heading }: { heading: RefObject<HTMLHeadingElement | null> }) {
  const { t } = useTranslation();
  const { name, phone, wide } = usePlayContext();
  return (
    <div className={styles.head} data-wide={wide}>
      {wide ? null : (
        <Link to={paths.home} className={styles.back} aria-label={t('play.toPhones')}>
          <ArrowLeft size={20} strokeWidth={1.6} aria-hidden="true" />
        </Link>
      )}
      <h1 ref={heading} tabIndex={-1} className={styles.name}>
        {name}
      </h1>
      {phone && wide ? (
        <span className={styles.facts}>
          <CopyId id={phone.owlId} />
          <RemainingTime until={phone.expireTime} />
        </span>
      ) : null}
      {wide ? null : <HeadTools />}
      <span className={styles.grow} />
      <TogetherChip />
      <ViewOnlyChip />
      <InputMethodChip />
      <SmallChip />
      <ScreenshotModeChip />
      <PaceChip />
      <ClipChip />
      <IdleChip />
    </div>
  );
}
