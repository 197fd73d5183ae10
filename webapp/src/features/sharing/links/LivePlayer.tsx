// The live picture of a link's page.
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Code } from '@/core/http';
import { endView } from '@/core/rules';
import { BarePlayer } from '@/features/play/embed/BarePlayer';
import { usePlayContext } from '@/features/play/PlayContext';
import { IdleChip, PaceChip, ViewOnlyChip } from '@/features/play/stage/Chips';
import { ClockSkew } from '@/ui/time/useNow';
import { LinkHead, LinkTime, useDark, useStanding } from './LinkFrame';
import styles from './Shared.module.css';
import type { Over } from './SharedPage';
import type { LinkPage } from './visitorApi';

interface Props {
  page: LinkPage;
  phoneId: number;
  onOver: (why: Over) => void;
}

export function LivePlayer({ page, phoneId, onOver }: Props) {
  const { t } = useTranslation();
  const onGone = useCallback(() => onOver('gone'), [onOver]);
  useDark();
  const [skew] = useState(() => page.now - Date.now());
  const standing = useStanding(page.accessToken, onGone);
  const time = { since: page.createTime, until: standing?.untilTime ?? page.untilTime };
  return (
    <ClockSkew value={skew}>
      <main className={styles.shared}>
        <BarePlayer
          phoneId={phoneId}
          name={t('links.live')}
          mode="view"
          accessToken={page.accessToken}
          short
          head={(props) => (
            <LinkHead {...props} {...time} standing={standing}>
              <ViewOnlyChip />
              <PaceChip />
              <IdleChip />
              <Ends onGone={onGone} />
            </LinkHead>
          )}
          foot={({ wide }) => (wide ? null : <LinkTime {...time} />)}
        />
      </main>
    </ClockSkew>
  );
}

/** A session that is over for good gives way to the words of a link that is none. */
function Ends({ onGone }: { onGone: () => void }) {
  const { over } = usePlayContext().state;
  useEffect(() => {
    if (over === null) return;
    const past = over.kind === 'ended' ? endView(over.reason, over.detail).endsLink : over.code === Code.signedOut;
    if (past) onGone();
  }, [over, onGone]);
  return null;
}
