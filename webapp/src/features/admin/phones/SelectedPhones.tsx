// The batch bar of the operators' phones page: maintenance and ids of the selected phones, which may stand on several pages.
import { Copy, Wrench } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MaintenanceLimits } from '@/contract/constants';
import { BatchBar } from '@/ui/batch/BatchBar';
import type { Selection } from '@/ui/batch/useSelection';
import { useCopy } from '@/ui/copy/Copy';
import { useMayCall } from '@/ui/rights/Gate';
import type { OperatorPhone } from './api';

interface Props {
  selection: Selection<OperatorPhone>;
  onMaintain: (phones: readonly OperatorPhone[]) => void;
}

export function SelectedPhones({ selection, onMaintain }: Props) {
  const { t } = useTranslation();
  const copy = useCopy();
  const maintains = useMayCall('set_maintenance');
  const { rows } = selection;
  if (rows.length === 0) return null;
  return (
    <BatchBar
      selected={rows.map(({ phoneId }) => phoneId)}
      cap={MaintenanceLimits.named}
      onKeep={(ids) => selection.replace(rows.filter(({ phoneId }) => ids.includes(phoneId)))}
      onClear={selection.clear}
      actions={[
        ...(maintains
          ? [
              {
                key: 'maintain',
                label: t('maintenance.set'),
                icon: Wrench,
                primary: true,
                onRun: () => onMaintain(rows),
              },
            ]
          : []),
        {
          key: 'copy',
          label: t('list.copyIds'),
          icon: Copy,
          onRun: () =>
            void copy(rows.map(({ owlId }) => owlId).join('\n'), t('list.copiedIds', { count: rows.length })),
        },
      ]}
    />
  );
}
