// The band over a console that an operator sees: whose it is, what holds in it, until when, and the way back. Leaving by any way ends the view.
import { Button } from 'antd';
import { Undo2 } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { onViewOver, type View } from '@/core/session';
import { endViewUnheard } from '@/core/view';
import { useToasts } from '@/ui/announce/Toasts';
import { Bold } from '@/ui/Bold';
import { Eyes } from '@/ui/Eyes';
import { Countdown } from '@/ui/time/Countdown';
import { useWide } from '@/ui/useWide';
import styles from './ViewBand.module.css';
import { exitView } from './viewAs';

export default function ViewBand({ view }: { view: View }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const wide = useWide();
  useEffect(() => {
    onViewOver((over) => {
      toasts.warned(t('viewAs.over'), { key: 'viewAs', text: t('viewAs.overText') });
      void exitView(over);
    });
    window.addEventListener('pagehide', endViewUnheard);
    return () => window.removeEventListener('pagehide', endViewUnheard);
  }, [toasts, t]);
  return (
    <aside className={styles.band} aria-label={t('viewAs.band')}>
      <Eyes look="half" width={22} />
      <p className={styles.words}>
        <Bold text={t('viewAs.whose', { name: view.name })} />
        <span className={styles.rules}>{t('viewAs.rules')}</span>
      </p>
      <Countdown until={view.until} onEnd={() => void exitView(view)} />
      <Button
        className={styles.back ?? ''}
        icon={<Undo2 size={16} strokeWidth={1.6} />}
        aria-label={t('viewAs.back')}
        onClick={() => void exitView(view)}
      >
        {wide ? t('viewAs.back') : null}
      </Button>
    </aside>
  );
}
