// The open page behind a link, for anybody who has the address: opened, perhaps by a passcode, offered, or refused. Nothing of the console, of a
// name or of the owner. What it shows is its caller's.
import { Button } from 'antd';
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { AnswerCode, ShareLink } from '@/contract/constants';
import { useBrandName } from '@/features/branding/branding';
import { usePageTitle } from '@/shell/usePageTitle';
import { Eyes } from '@/ui/Eyes';
import { CodeCells } from '@/ui/fields/CodeCells';
import { Owl } from '@/ui/Owl';
import { EmptyState } from '@/ui/states/EmptyState';
import { faultWords } from '@/ui/states/faultWords';
import styles from './Shared.module.css';
import { beginTrial, type LinkPage, type Offer, openLink } from './visitorApi';

const { passcodeChars: PASSCODE_CHARS } = ShareLink;

type State =
  | { is: 'opening' }
  | { is: 'passcode'; wrong: string }
  | { is: 'refused'; why: Over }
  | { is: 'failed'; words: string }
  | { is: 'offered'; offer: Offer }
  | { is: 'open'; page: LinkPage };

/** Why a page shows nothing any more: there is no link, no place, or, of a trial, no time. */
export type Over = 'gone' | 'full' | 'timeUp' | 'ended';

const WORDS = {
  gone: ['links.gone', 'links.goneText'],
  full: ['links.full', 'links.fullText'],
  timeUp: ['links.trying.timeUp', 'links.trying.timeUpText'],
  ended: ['links.trying.ended', 'links.trying.endedText'],
} as const;

interface Props {
  /** Kind of link that the address promises: a token of another kind is none here. */
  kind: LinkPage['kind'];
  /** The opened page. */
  children: (page: LinkPage, onOver: (why: Over) => void) => ReactNode;
  /** A page that was opened before, if it still stands. */
  kept?: (token: string) => Promise<LinkPage | null>;
  /** Offer of a trial, which is to be begun before anything is shown. */
  offered?: (offer: Offer, onBegin: () => Promise<void>, onAgain: () => Promise<void>) => ReactNode;
}

export function SharedPage({ kind, children, kept, offered }: Props) {
  const { t } = useTranslation();
  const { token = '' } = useParams();
  const [state, setState] = useState<State>({ is: 'opening' });
  const passcode = useRef<string>(undefined);
  const asked = useCallback(
    async (call: typeof openLink, typed?: string) => {
      passcode.current = typed ?? passcode.current;
      const answer = await call(token, passcode.current);
      if ('kind' in answer) {
        if (answer.code === AnswerCode.NOT_FOUND) return setState({ is: 'refused', why: 'gone' });
        const locked = typed !== undefined && answer.code === AnswerCode.TOO_MANY;
        const words = faultWords(answer, t);
        return setState(locked ? { is: 'passcode', wrong: words } : { is: 'failed', words });
      }
      const { page, offer, triesLeft } = answer;
      const promised = page?.kind ?? (offer ? 'trial' : kind);
      if (promised !== kind) return setState({ is: 'refused', why: 'gone' });
      if (page) return setState({ is: 'open', page });
      if (offer) return setState({ is: 'offered', offer });
      if (answer.state === 'full') return setState({ is: 'refused', why: 'full' });
      passcode.current = undefined;
      return setState({ is: 'passcode', wrong: triesLeft === null ? '' : t('links.wrong', { count: triesLeft }) });
    },
    [token, kind, t],
  );
  const open = useCallback((typed?: string) => asked(openLink, typed), [asked]);
  const again = useCallback(() => open(), [open]);
  const begin = useCallback(() => asked(beginTrial), [asked]);
  const begun = useRef(false);
  useEffect(() => {
    // Each opening is counted: once for each page, however often it is drawn.
    if (begun.current) return;
    begun.current = true;
    void Promise.resolve(kept?.(token)).then((page) => (page ? setState({ is: 'open', page }) : open()));
  }, [kept, token, open]);
  const over = useCallback((why: Over) => setState({ is: 'refused', why }), []);

  if (state.is === 'open') return children(state.page, over);
  if (state.is === 'passcode') return <Passcode wrong={state.wrong} onEnter={open} />;
  return (
    <Plain kind={kind} alert={state.is === 'refused' || state.is === 'failed'}>
      {state.is === 'opening' ? <Eyes look="half" width={64} /> : null}
      {state.is === 'offered' ? offered?.(state.offer, begin, again) : null}
      {state.is === 'refused' ? (
        <EmptyState look="shut" title={t(WORDS[state.why][0])} text={t(WORDS[state.why][1])}>
          {state.why === 'gone' ? null : <Button onClick={() => void again()}>{t('links.again')}</Button>}
        </EmptyState>
      ) : null}
      {state.is === 'failed' ? (
        <EmptyState look="crossed" title={t('links.failed')} text={state.words}>
          <Button onClick={() => void again()}>{t('links.again')}</Button>
        </EmptyState>
      ) : null}
    </Plain>
  );
}

/** A page without a picture. */
function Plain({ kind, alert, children }: { kind: LinkPage['kind']; alert: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  const heading = usePageTitle(t(`links.${kind}`));
  return (
    <main className={styles.plain}>
      <h1 ref={heading} tabIndex={-1} className="owl-hidden-text">
        {t(`links.${kind}`)}
      </h1>
      <div className={styles.middle} role={alert ? 'alert' : 'status'}>
        {children}
      </div>
      <Brand />
    </main>
  );
}

/** Name of the service, as the operator gave it. */
function Brand() {
  return (
    <p className={styles.brand}>
      <Owl size={18} />
      {useBrandName()}
    </p>
  );
}

function Passcode({ wrong, onEnter }: { wrong: string; onEnter: (passcode: string) => Promise<void> }) {
  const { t } = useTranslation();
  // The page has one thing to do: its field gets the focus instead of its heading.
  usePageTitle(t('links.enterTitle'));
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const id = useId();
  const complete = typed.length === PASSCODE_CHARS;
  return (
    <main className={styles.plain}>
      <form
        className={styles.passcode}
        onSubmit={(event) => {
          event.preventDefault();
          if (!complete || busy) return;
          setBusy(true);
          void onEnter(typed).finally(() => setBusy(false));
        }}
      >
        <div className={styles.perch}>
          <Eyes look="half" width={64} />
        </div>
        <h1>{t('links.enterTitle')}</h1>
        <p>{t('links.enterText')}</p>
        <CodeCells
          label={t('links.passcode')}
          length={PASSCODE_CHARS}
          value={typed}
          onChange={setTyped}
          describedBy={wrong ? id : undefined}
          autoFocus
        />
        <p id={id} role="alert" className={styles.wrong}>
          {wrong}
        </p>
        <Button type="primary" htmlType="submit" size="large" block disabled={!complete} loading={busy}>
          {t('links.enter')}
        </Button>
      </form>
      <Brand />
    </main>
  );
}
