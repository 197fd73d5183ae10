// Actions on a row: change and delete; while it is changed, save and discard.

import { Button } from 'antd';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import type { OperationName } from '@/core/operations';
import { useAlerts } from '@/ui/announce/Announcer';
import { useToasts } from '@/ui/announce/Toasts';
import cells from '@/ui/list/Cells.module.css';
import { RowLink } from '@/ui/list/RowLink';
import { Gate } from '@/ui/rights/Gate';
import { faultWords } from '@/ui/states/faultWords';

interface Props {
  name: string;
  edit: OperationName;
  remove: OperationName;
  editing: boolean;
  busy: boolean;
  /** Null: it cannot be deleted. */
  deletes: { text: string; run: () => Promise<{ error?: unknown }> } | null;
  onEdit: () => void;
  onSave: () => void;
  onDiscard: () => void;
}

export function RowActions({ name, edit, remove, editing, busy, deletes, onEdit, onSave, onDiscard }: Props) {
  const { t } = useTranslation();
  const alerts = useAlerts();
  const toasts = useToasts();
  if (editing) {
    return (
      <span className={cells.actions} data-editing="">
        <Button type="primary" size="small" loading={busy} onClick={onSave}>
          {t('admin.save')}
        </Button>
        <Button
          size="small"
          aria-label={t('admin.cancel')}
          icon={<X size={14} strokeWidth={1.6} />}
          disabled={busy}
          onClick={onDiscard}
        />
      </span>
    );
  }
  const confirm = () =>
    alerts.confirm({
      title: t('admin.deleteTitle', { name }),
      content: deletes?.text ?? '',
      okText: t('admin.delete'),
      cancelText: t('common.cancel'),
      okButtonProps: { danger: true },
      onOk: async () => {
        const error = (await deletes?.run())?.error;
        if (error) toasts.failed(faultWords(error as CallFault, t));
        else toasts.done(t('admin.deleted'));
      },
    });
  return (
    <span className={cells.actions}>
      <Gate operation={edit}>
        <RowLink label={t('admin.change')} name={t('admin.changeName', { name })} onClick={onEdit} />
      </Gate>
      {deletes ? (
        <Gate operation={remove}>
          <RowLink label={t('admin.delete')} danger name={t('admin.deleteName', { name })} onClick={confirm} />
        </Gate>
      ) : null}
    </span>
  );
}
