// One phone, live: the address says which, and whether only to watch.
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { EmptyState } from '@/ui/states/EmptyState';
import { PlayPhone } from './PlayPhone';

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
