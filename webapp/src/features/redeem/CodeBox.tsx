// Where codes are pasted, in any form, with what is odd about them said by line, and the two steps: look, and use.
import { Button, Input } from 'antd';
import { ClipboardPaste, FileUp, ListChecks, ScanLine } from 'lucide-react';
import { Suspense, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readCodes, redeemLimits } from '@/core/rules';
import { useToasts } from '@/ui/announce/Toasts';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { ChangeButton } from '@/ui/rights/ChangeButton';
import styles from './Redeem.module.css';
import type { Redeeming } from './useRedeeming';

const ScanCode = lazyWithRetry(() => import('./ScanCode'), 'over');

/** So many lines are said to be odd; more would hide the button. */
const SAID = 5;

export function CodeBox({ text, setText, pasted, codes, busy, check }: Redeeming) {
  const { t } = useTranslation();
  const id = useId();
  const { codesMax, pasteMaxBytes } = redeemLimits();
  const odd = pasted.flatMap(({ line, fault, repeats }) =>
    fault
      ? [{ line, said: t('redeem.fault', { line, fault }) }]
      : repeats
        ? [{ line, said: t('redeem.repeats', { line, first: repeats }) }]
        : [],
  );
  const tooMany = codes.length > codesMax;
  return (
    <section className={styles.box}>
      <label htmlFor={id} className={styles.label}>
        {t('redeem.box')}
      </label>
      <Input.TextArea
        id={id}
        className={`owl-mono ${styles.text}`}
        value={text}
        autoSize={{ minRows: 6, maxRows: 12 }}
        spellCheck={false}
        autoCapitalize="characters"
        autoComplete="off"
        disabled={busy === 'redeeming'}
        placeholder={t('redeem.boxPlaceholder')}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setText(event.target.value)}
      />
      <div id={`${id}-hint`} className={styles.hints}>
        <p>{t('redeem.hint')}</p>
        <div className={styles.odd} aria-live="polite">
          {tooMany ? <p>{t('redeem.tooMany', { max: codesMax })}</p> : null}
          {text.length > pasteMaxBytes ? <p>{t('redeem.tooLong')}</p> : null}
          {odd.slice(0, SAID).map(({ line, said }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name, and one may be odd twice.
            <p key={`${line}-${at}`}>{said}</p>
          ))}
          {odd.length > SAID ? <p>+{odd.length - SAID}</p> : null}
        </div>
      </div>
      <div className={styles.steps}>
        <ChangeButton
          icon={<ListChecks size={16} strokeWidth={1.6} />}
          disabled={codes.length === 0 || tooMany || busy === 'redeeming'}
          loading={busy === 'checking'}
          onClick={() => void check()}
        >
          {t('redeem.check', { count: codes.length })}
        </ChangeButton>
        <FromClipboard text={text} setText={setText} disabled={busy !== null} />
        <FromCamera text={text} setText={setText} disabled={busy !== null} />
        <FromFile text={text} setText={setText} disabled={busy !== null} />
      </div>
    </section>
  );
}

interface From {
  text: string;
  setText: (text: string) => void;
  disabled: boolean;
}

const appended = (text: string, more: string) => [text.trimEnd(), more.trim()].filter(Boolean).join('\n');

/** Pastes at a touch. Over plain http a browser reads no clipboard: there the field's own menu pastes. */
function FromClipboard({ text, setText, disabled }: From) {
  const { t } = useTranslation();
  const toasts = useToasts();
  if (!navigator.clipboard?.readText) return null;
  const paste = async () => {
    try {
      setText(appended(text, await navigator.clipboard.readText()));
    } catch {
      toasts.failed(t('redeem.pasteFailed'));
    }
  };
  return (
    <Button
      type="text"
      icon={<ClipboardPaste size={16} strokeWidth={1.6} />}
      disabled={disabled}
      onClick={() => void paste()}
    >
      {t('redeem.paste')}
    </Button>
  );
}

/** Scans with the camera, where the browser finds barcodes by itself. */
function FromCamera({ text, setText, disabled }: From) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  if (!('BarcodeDetector' in window) || !navigator.mediaDevices) return null;
  return (
    <>
      <Button
        type="text"
        icon={<ScanLine size={16} strokeWidth={1.6} />}
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        {t('redeem.scan')}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <ScanCode
            onFound={(codes) => {
              setText(appended(text, codes));
              setOpen(false);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** Adds the codes of a text file. What is none in it, such as a line of titles, is left out. */
function FromFile({ text, setText, disabled }: From) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File) => {
    try {
      const found = readCodes(await file.slice(0, redeemLimits().pasteMaxBytes).text());
      const lines = found.flatMap(({ code }) => code ?? []);
      if (lines.length === 0) return toasts.warned(t('redeem.fileNone'));
      setText(appended(text, lines.join('\n')));
    } catch {
      toasts.failed(t('redeem.fileFailed'));
    }
    return undefined;
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".txt,.csv,text/plain,text/csv"
        aria-label={t('redeem.fromFile')}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) void read(file);
        }}
      />
      <Button
        type="text"
        icon={<FileUp size={16} strokeWidth={1.6} />}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {t('redeem.fromFile')}
      </Button>
    </>
  );
}
