// A screen that could not be loaded: words for what happened, retry, and the id under which operators find it.
import { Button } from 'antd';
import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { EmptyState } from './EmptyState';
import { faultWords } from './faultWords';

interface Props {
  title: string;
  fault: CallFault;
  onRetry: () => void;
}

export function FaultState({ title, fault, onRetry }: Props) {
  const { t } = useTranslation();
  return (
    <EmptyState
      look="crossed"
      title={title}
      text={faultWords(fault, t)}
      note={fault.requestId ? t('fault.requestId', { id: fault.requestId }) : undefined}
    >
      <Button icon={<RotateCcw size={16} />} onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </EmptyState>
  );
}
