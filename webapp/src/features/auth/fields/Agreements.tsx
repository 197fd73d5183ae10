// "I agree to … and …": the tick, and each name opens its text. Going on without the tick shakes the row and offers to agree in place.
import { Button, Form } from 'antd';
import { type ChangeEvent, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnswerCode } from '@/contract/constants';
import type { CallFault } from '@/core/http';
import type { Answer } from '@/core/operations';
import { checkSignIn } from '@/core/rules';
import { withWords } from '@/i18n';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { useLazyRegisterTypeQuery, useRegisterTypeState } from '../api';
import styles from '../Entry.module.css';

// The texts are long and seldom read: they and their dialog come when they are asked for.
const AgreementSheet = lazyWithRetry(
  () => withWords(['agreements'], () => import('@/features/branding/agreements/AgreementSheet')),
  'over',
);

type Text = 'terms' | 'privacy';
/** The versions of both texts that a page showed. */
export type EntryVersions = Answer<'get_register_type'>['agreementVersions'];

export interface Consent {
  /** Whether the tick is set; if it is not, the row says so. */
  given: (agreed: boolean) => boolean;
  /** Words of the row about the missing tick, and how often the row had to say them. */
  missing: { text: string; times: number } | null;
  forget: () => void;
  /** Versions of the accepted texts, as a part of a call's body. */
  versions: { agreementVersions?: EntryVersions };
  /** Whether the call was refused because a text changed: then the new one is fetched and shown. */
  changed: (fault: CallFault | null) => boolean;
  /** The text that is open. */
  shown: Text | null;
  show: (text: Text | null) => void;
  /** A version was read in its dialog: where it is newer than the page, the page catches up. */
  read: (text: Text, version: number | undefined) => void;
}

/** The state of a form's agreement row. */
export function useConsent(): Consent {
  // The page around the form asks, and hides the form until it is answered: the form must not ask on its own.
  const { data } = useRegisterTypeState(undefined);
  const [refetch] = useLazyRegisterTypeQuery();
  const [missing, setMissing] = useState<Consent['missing']>(null);
  const [shown, show] = useState<Text | null>(null);
  const known = data?.agreementVersions;
  return {
    missing,
    shown,
    show,
    versions: known ? { agreementVersions: known } : {},
    changed: (fault) => {
      if (fault?.code !== AnswerCode.AGREEMENTS_CHANGED) return false;
      void refetch().then((answer) => {
        const now = answer.data?.agreementVersions;
        show(now?.privacy === known?.privacy ? 'terms' : 'privacy');
      });
      return true;
    },
    read: (text, version) => {
      if (known && version !== undefined && version !== known[text]) void refetch();
    },
    forget: () => setMissing(null),
    given: (agreed) => {
      const text = checkSignIn('', '', agreed).agreed;
      setMissing((before) => (text ? { text, times: (before?.times ?? 0) + 1 } : null));
      return !text;
    },
  };
}

interface Props {
  consent: Consent;
  /** Words of the button in place, which ticks and goes on. */
  goOn: string;
  onAgree: () => void;
}

/** The form's field `agreed`. */
export function Agreements({ consent, goOn, onAgree }: Props) {
  const { t } = useTranslation();
  const { missing } = consent;
  return (
    <div key={missing?.times ?? 0} className={missing ? styles.shake : undefined}>
      <div className={styles.agreeRow}>
        <Form.Item name="agreed" valuePropName="checked" noStyle>
          <Tick label={t('signIn.agreeAll')} onTick={consent.forget} />
        </Form.Item>
        <AgreementTexts consent={consent} />
      </div>
      {missing ? (
        <p className={styles.unticked} role="alert">
          {missing.text}
          <Button type="link" size="small" onClick={onAgree}>
            {goOn}
          </Button>
        </p>
      ) : null}
    </div>
  );
}

/** The sentence with its two names as buttons. Cut by hand: react-i18next's Trans brings an HTML parser, and this page's scripts have a budget. */
export function AgreementTexts({ consent }: { consent: Consent }) {
  const { t } = useTranslation();
  const { shown, show } = consent;
  // The dialog keeps its text while it closes.
  const [last, setLast] = useState<Text | null>(null);
  if (shown && shown !== last) setLast(shown);
  const pieces = t('signIn.agree').split(/<(terms|privacy)>(.*?)<\/\1>/);
  return (
    <span className={styles.agree}>
      {pieces.map((piece, at) => {
        // split() hands over: text, name of the tag, what it holds, text …
        if (at % 3 === 1) return null;
        if (at % 3 === 0) return piece;
        const text = pieces[at - 1] === 'terms' ? 'terms' : 'privacy';
        return (
          <button key={text} type="button" className={`owl-plain-button ${styles.link}`} onClick={() => show(text)}>
            {piece}
          </button>
        );
      })}
      {last ? (
        <Suspense fallback={null}>
          <AgreementSheet
            kind={last}
            open={shown !== null}
            onClose={(_, version) => {
              consent.read(last, version);
              show(null);
            }}
          />
        </Suspense>
      ) : null}
    </span>
  );
}

interface TickProps {
  label: string;
  onTick: () => void;
  /** Props that antd's Form.Item hands to its control. */
  id?: string;
  checked?: boolean;
  onChange?: (event: ChangeEvent<HTMLInputElement>) => void;
}

/** The browser's own box in the console's dress: antd's costs more than this page's scripts can spare. */
function Tick({ label, onTick, onChange, checked = false, id }: TickProps) {
  return (
    <input
      type="checkbox"
      id={id}
      className={styles.tick}
      aria-label={label}
      checked={checked}
      onChange={(event) => {
        onTick();
        onChange?.(event);
      }}
    />
  );
}
