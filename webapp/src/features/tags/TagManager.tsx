// The tags themselves as a tree: each with its phones below it. New ones, other names, deletion, and phones that a tag leaves.
import { Button } from 'antd';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { useToasts } from '@/ui/announce/Toasts';
import { Confirm } from '@/ui/dialogs/Confirm';
import { Sheet } from '@/ui/dialogs/Sheet';
import { NamedRows } from '@/ui/fields/NamedRows';
import { NameField } from '@/ui/fields/NameField';
import { EmptyState } from '@/ui/states/EmptyState';
import { FaultState } from '@/ui/states/FaultState';
import { faultWords } from '@/ui/states/faultWords';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { type Branch, useCreateTagMutation, useDeleteTagMutation, useRenameTagMutation, useTagTreeQuery } from './api';
import styles from './Tags.module.css';
import { type Parting, Unbind } from './Unbind';

interface Props {
  open: boolean;
  onClose: () => void;
}

export default function TagManager({ open, onClose }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useTagTreeQuery(undefined, { refetchOnMountOrArgChange: true });
  const [create] = useCreateTagMutation();
  const [rename] = useRenameTagMutation();
  const [asked, setAsked] = useState<'delete' | 'unbind' | null>(null);
  const [doomed, setDoomed] = useState<Branch | null>(null);
  const [parting, setParting] = useState<Parting | null>(null);
  const close = () => setAsked(null);
  const part = (found: Parting) => {
    setParting(found);
    setAsked('unbind');
  };
  return (
    <Sheet open={open} title={t('tags.manage')} onClose={onClose}>
      <div className={styles.whole}>
        <NameField
          label={t('tags.newName')}
          placeholder={t('tags.newName')}
          submit={t('tags.add')}
          autoFocus
          onSubmit={async (name) => (await create(name)).error as CallFault | undefined}
        />
        {error && !data ? (
          <FaultState title={t('tags.failed')} fault={error as CallFault} onRetry={() => void refetch()} />
        ) : !data ? (
          <RowSkeletons count={4} />
        ) : data.length === 0 ? (
          <EmptyState look="shut" title={t('tags.empty')} text={t('tags.emptyText')} />
        ) : (
          <NamedRows
            label={t('tags.name')}
            rows={data.map((branch) => ({ ...branch, name: branch.label }))}
            countOf={({ children }) => t('tags.count', { count: children.length })}
            onRename={async ({ id }, name) => (await rename({ id, name })).error as CallFault | undefined}
            onDelete={(branch) => {
              setDoomed(branch);
              setAsked('delete');
            }}
            below={(branch) => (branch.children.length > 0 ? <Leaves branch={branch} onPart={part} /> : null)}
          />
        )}
      </div>
      {doomed ? <DeleteTag branch={doomed} open={asked === 'delete'} onClose={close} /> : null}
      {parting ? <Unbind {...parting} open={asked === 'unbind'} onClose={close} /> : null}
    </Sheet>
  );
}

/** The phones that carry a tag. */
function Leaves({ branch, onPart }: { branch: Branch; onPart: (parting: Parting) => void }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.leaves}>
      {branch.children.map(({ id, label, owlId }) => {
        const name = label || owlId;
        return (
          <li key={id} className={styles.leaf}>
            {name} <span className={`owl-mono ${styles.code}`}>{owlId}</span>
            <Button
              type="text"
              size="small"
              icon={<X size={14} strokeWidth={1.6} />}
              aria-label={t('tags.unbindFrom', { name: branch.label, phone: name })}
              onClick={() => onPart({ tag: { id: branch.id, name: branch.label }, phones: [{ id, name }] })}
            />
          </li>
        );
      })}
    </ul>
  );
}

function DeleteTag({ branch, open, onClose }: { branch: Branch; open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [remove] = useDeleteTagMutation();
  const name = branch.label;
  const n = branch.children.length;
  return (
    <Confirm
      open={open}
      title={t('tags.deleteTitle', { name })}
      verb={t('tags.delete')}
      onClose={onClose}
      onConfirm={async () => {
        const { data, error } = await remove(branch.id);
        if (data) toasts.done(t('tags.deleted', { name }));
        else toasts.failed(faultWords(error as CallFault, t));
      }}
    >
      {t(n > 0 ? 'tags.deleteText' : 'tags.deleteEmpty', { count: n })}
    </Confirm>
  );
}
