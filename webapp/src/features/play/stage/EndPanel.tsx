// Panel of an ended session inside the phone's frame: the reason, and the one next step.
import { Button, ConfigProvider } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths, signInFor } from '@/app/paths';
import { owlTheme } from '@/app/tokens';
import { AnswerCode, PlayStream } from '@/contract/constants';
import { Code } from '@/core/http';
import { codeText, endView } from '@/core/rules';
import { EmptyState } from '@/ui/states/EmptyState';
import type { Over } from '../session/playState';
import styles from './EndPanel.module.css';

/** End reason and refusal code that mean that somebody else controls the phone. */
const OCCUPIED = { reason: PlayStream.endOccupied, code: AnswerCode.PHONE_OCCUPIED } as const;

/** Dark theme, whatever the page's: the panel lies on the phone's black. */
const onBlack = owlTheme('dark');

interface Props {
  over: Over;
  phoneId: number;
  /** True inside another site's page, where only the same player can be opened. */
  embedded?: boolean | undefined;
  onRetry: () => void;
  /** Opens the phone without control. */
  onWatch: () => void;
}

type NextStep = 'retry' | 'list' | 'signIn';

function useWords(over: Over): { text: string; next: NextStep; occupied: boolean } {
  const { t } = useTranslation();
  if (over.kind === 'ended') {
    const view = endView(over.reason, over.detail);
    return { text: view.text, next: view.next, occupied: over.reason === OCCUPIED.reason };
  }
  const text = over.message || codeText(over.code) || t('fault.unknown');
  const occupied = over.code === OCCUPIED.code;
  return {
    text,
    next: over.code === Code.signedOut ? 'signIn' : occupied || over.unrecoverable ? 'list' : 'retry',
    occupied,
  };
}

/** Whether an embedded player's own session is over: it was ended, or its time was up. */
const isOver = (over: Over): boolean =>
  over.kind === 'ended' ? endView(over.reason, over.detail).name === 'signedOut' : over.code === Code.signedOut;

export function EndPanel({ over, phoneId, embedded = false, onRetry, onWatch }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { text, next, occupied } = useWords(over);
  const past = embedded && isOver(over);
  const tooOld = over.kind === 'refused' && over.unrecoverable;
  const steps: Record<NextStep, { label: string; go: () => void }> = {
    retry: { label: t('play.retry'), go: onRetry },
    list: { label: t('play.backToList'), go: () => void navigate(paths.home) },
    signIn: { label: t('play.signIn'), go: () => void navigate(signInFor(paths.play(phoneId))) },
  };
  return (
    <div className={styles.panel} role="alert">
      <ConfigProvider theme={onBlack}>
        <EmptyState
          look={over.kind === 'ended' && !occupied ? 'shut' : 'crossed'}
          title={t(over.kind === 'ended' ? 'play.ended' : 'play.refused')}
          text={past ? t('play.embedded.over') : text}
        >
          {embedded ? (
            past || tooOld ? null : (
              <Button type="primary" onClick={onRetry}>
                {t('play.retry')}
              </Button>
            )
          ) : (
            <>
              <Button type="primary" onClick={steps[next].go}>
                {steps[next].label}
              </Button>
              {occupied ? (
                <Button onClick={onWatch}>{t('play.watch')}</Button>
              ) : tooOld ? (
                <Button onClick={() => void navigate(paths.browser)}>{t('switches.browser')}</Button>
              ) : next === 'list' ? null : (
                <Button onClick={steps.list.go}>{steps.list.label}</Button>
              )}
            </>
          )}
        </EmptyState>
      </ConfigProvider>
    </div>
  );
}
