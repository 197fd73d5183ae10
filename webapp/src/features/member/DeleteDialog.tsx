// Deleting the account: first what is lost, then a code, the password and a typed sentence. Nothing brings it back.
import { Form, Input } from 'antd';
import { Check, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { checkAccountPassword } from '@/core/rules';
import { endSession, leaveSession } from '@/core/session';
import { PasswordField } from '@/features/auth/fields/PasswordField';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { fieldRule } from '@/ui/fields/fieldRule';
import { FaultState } from '@/ui/states/FaultState';
import { RowSkeletons } from '@/ui/states/Skeletons';
import styles from './AccountPage.module.css';
import { type Deletion, useDeleteMemberMutation, usePreviewDeletionQuery } from './api';
import { OwnCodeField, ownCodeUuid } from './OwnCodeField';

interface Props {
  open: boolean;
  masked: string;
  onClose: () => void;
}

interface Fields {
  code: string;
  password: string;
  sentence: string;
}

/** Sub-accounts that are named; more are counted. */
const NAMES_MAX = 3;
const EMPTY: Fields = { code: '', password: '', sentence: '' };

export function DeleteDialog({ open, masked, onClose }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = usePreviewDeletionQuery(undefined, { skip: !open, refetchOnMountOrArgChange: true });
  const [remove] = useDeleteMemberMutation();

  const submit = async ({ code, password }: Fields): Promise<CallFault | 'stay' | undefined> => {
    if (!data) return 'stay';
    const answer = await remove({ code, uuid: ownCodeUuid('delete'), ...(data.hasPassword ? { password } : {}) });
    if (answer.error) return answer.error as CallFault;
    endSession('pushed', { reason: 'deleted', device: '' });
    leaveSession(true);
    return undefined;
  };

  return (
    <FormDialog<Fields>
      open={open}
      title={t('deletion.question')}
      initial={EMPTY}
      submit={t('deletion.submit')}
      danger
      onSubmit={submit}
      onClose={onClose}
    >
      {data ? (
        <Proof losses={data} masked={masked} />
      ) : error ? (
        <FaultState title={t('deletion.notLoaded')} fault={error as CallFault} onRetry={refetch} />
      ) : (
        <RowSkeletons count={3} />
      )}
    </FormDialog>
  );
}

/** Losses by the deletion, and its proofs: a code, the password where there is one, and a sentence. */
function Proof({ losses, masked }: { losses: Deletion; masked: string }) {
  const { t } = useTranslation();
  const sentence = t('deletion.sentence');
  return (
    <>
      <Losses losses={losses} />
      <OwnCodeField purpose="delete" masked={masked} />
      {losses.hasPassword ? (
        <PasswordField
          name="password"
          label={t('account.password.title')}
          autoComplete="current-password"
          rules={[fieldRule(checkAccountPassword)]}
        />
      ) : null}
      <Form.Item
        name="sentence"
        label={t('deletion.type', { sentence })}
        rules={[fieldRule((text) => (text.trim() === sentence ? undefined : t('deletion.typeIt', { sentence })))]}
      >
        <Input autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Form.Item>
    </>
  );
}

/** Losses by number where there is any, and what the law keeps. */
function Losses({ losses }: { losses: Deletion }) {
  const { t } = useTranslation();
  const { phones, grantsGiven, grantsTaken, points, social, subAccounts } = losses;
  const counted = [
    [phones, 'deletion.phones'],
    [grantsGiven, 'deletion.grantsGiven'],
    [grantsTaken, 'deletion.grantsTaken'],
    [points, 'deletion.points'],
    [social, 'deletion.social'],
  ] as const;
  return (
    <>
      <p className="owl-prose">{t('deletion.text')}</p>
      <ul className={styles.losses}>
        {counted
          .filter(([count]) => count > 0)
          .map(([count, key]) => (
            <li key={key}>
              <X size={16} strokeWidth={1.6} aria-hidden="true" />
              <span className="owl-figures">{t(key, { count })}</span>
            </li>
          ))}
        {subAccounts.length > 0 ? (
          <li>
            <X size={16} strokeWidth={1.6} aria-hidden="true" />
            <span className="owl-figures">
              {t(subAccounts.length > NAMES_MAX ? 'deletion.moreSubAccounts' : 'deletion.subAccounts', {
                n: subAccounts.length,
                names: subAccounts.slice(0, NAMES_MAX).join(t('deletion.comma')),
              })}
            </span>
          </li>
        ) : null}
        <li>
          <X size={16} strokeWidth={1.6} aria-hidden="true" />
          {t('deletion.profile')}
        </li>
        <li data-tone="kept">
          <Check size={16} strokeWidth={1.6} aria-hidden="true" />
          {t('deletion.kept')}
        </li>
      </ul>
    </>
  );
}
