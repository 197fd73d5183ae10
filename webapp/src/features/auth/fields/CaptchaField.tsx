// The picture to solve: click it for another, or listen to it. Each is good for one try and two minutes.
import { Form, type InputRef } from 'antd';
import { RotateCw, Volume2 } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { checkCaptcha } from '@/core/rules';
import { fieldRule } from '@/ui/fields/fieldRule';
import { Input } from '@/ui/fields/inputs';
import { useCaptchaQuery } from '../api';
import styles from './CaptchaField.module.css';
import { playWav } from './playWav';
import type { Captcha } from './useCaptcha';

/** How long the server takes a picture's answer. */
const LIFE_MS = 120_000;
const LIFE_MIN_MS = 10_000;

interface Props {
  captcha: Captcha;
  /** Asked for in the middle of something: takes the focus. */
  focus?: boolean;
}

export function CaptchaField({ captcha, focus = false }: Props) {
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  const input = useRef<InputRef>(null);
  const { action, turn } = captcha;
  const { currentData: picture, isFetching, isError, refetch } = useCaptchaQuery({ action, turn });

  // The answer belongs to the picture: a new one empties the field.
  useEffect(() => {
    form.setFields([{ name: ['captcha', action, 'code'], value: '', errors: [] }]);
    form.setFieldValue(['captcha', action, 'uuid'], picture?.uuid ?? '');
  }, [form, action, picture]);

  useEffect(() => {
    if (focus || turn > 1) input.current?.focus();
  }, [focus, turn]);

  // Looked at for too long, it would be refused: another takes its place in time.
  const { next } = captcha;
  const latest = useRef(next);
  latest.current = next;
  useEffect(() => {
    if (!picture) return;
    // A browser whose clock is off waits no longer than the server would.
    const lifeMs = Math.min(LIFE_MS, Math.max(LIFE_MIN_MS, picture.expiresMs - Date.now()));
    const timer = window.setTimeout(() => latest.current(), lifeMs);
    return () => window.clearTimeout(timer);
  }, [picture]);

  return (
    <Form.Item name={['captcha', action, 'code']} label={t('captcha.label')} rules={[fieldRule(checkCaptcha)]}>
      <Field
        inputRef={input}
        image={picture?.img}
        audio={picture?.audio}
        busy={isFetching}
        failed={isError}
        onNext={isError ? refetch : next}
      />
    </Form.Item>
  );
}

interface FieldProps {
  inputRef: RefObject<InputRef | null>;
  image: string | undefined;
  audio: string | undefined;
  busy: boolean;
  failed: boolean;
  onNext: () => void;
  /** Props that antd's Form.Item hands to its control. */
  id?: string;
  value?: string;
  onChange?: (event: React.ChangeEvent<HTMLInputElement>) => void;
}

function Field({ inputRef, image, audio, busy, failed, onNext, ...control }: FieldProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.row}>
      <Input
        {...control}
        ref={inputRef}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={12}
      />
      <button
        type="button"
        className={`owl-plain-button ${styles.picture}`}
        onClick={onNext}
        aria-label={failed ? t('captcha.failed') : t('captcha.next')}
        title={t('captcha.next')}
        aria-busy={busy}
      >
        {image && !failed ? (
          <img src={`data:image/png;base64,${image}`} alt="" />
        ) : (
          <span>{failed ? t('captcha.failed') : t('common.loading')}</span>
        )}
        <RotateCw size={14} strokeWidth={1.6} aria-hidden="true" />
      </button>
      <button
        type="button"
        className={`owl-plain-button ${styles.listen}`}
        disabled={!audio}
        onClick={() => {
          if (audio) void playWav(audio);
          inputRef.current?.focus();
        }}
        aria-label={t('captcha.listen')}
        title={t('captcha.listen')}
      >
        <Volume2 size={16} strokeWidth={1.6} aria-hidden="true" />
      </button>
    </div>
  );
}
