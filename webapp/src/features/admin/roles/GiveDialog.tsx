// Operators of a role: they are ticked, each change is one call.
import { Checkbox } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { isGivenUp } from '@/core/proof';
import { useToasts } from '@/ui/announce/Toasts';
import { Confirm } from '@/ui/dialogs/Confirm';
import { faultWords } from '@/ui/states/faultWords';
import { type Role, type RoleOperator, useGiveRolesMutation } from './api';
import styles from './Roles.module.css';

interface Props {
  /** Closed without one. */
  role: Role | null;
  operators: readonly RoleOperator[];
  onClose: () => void;
}

export function GiveDialog({ role, operators, onClose }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [give] = useGiveRolesMutation();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const has = ({ roleIds }: RoleOperator) => role !== null && roleIds.includes(role.roleId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is ticked begins anew with the role, not with each list
  useEffect(() => {
    setChosen(new Set(operators.filter(has).map(({ memberId }) => memberId)));
  }, [role]);
  const run = async () => {
    if (!role) return;
    for (const operator of operators) {
      const wanted = chosen.has(operator.memberId);
      if (wanted === has(operator)) continue;
      const roleIds = wanted ? [...operator.roleIds, role.roleId] : operator.roleIds.filter((id) => id !== role.roleId);
      const { error } = await give({ memberId: operator.memberId, roleIds });
      if (!error) continue;
      if (!isGivenUp(error)) toasts.failed(faultWords(error as CallFault, t));
      return;
    }
    toasts.done(t('roles.given', { name: role.name }));
  };
  return (
    <Confirm
      open={role !== null}
      mild
      title={t('roles.giveTitle', { name: role?.name })}
      verb={t('roles.giveButton', { count: chosen.size })}
      onConfirm={run}
      onClose={onClose}
    >
      <p>{t('roles.giveText')}</p>
      <ul className={styles.operators}>
        {operators.map((operator) => (
          <li key={operator.memberId}>
            <Checkbox
              checked={chosen.has(operator.memberId)}
              onChange={(event) => {
                const next = new Set(chosen);
                if (event.target.checked) next.add(operator.memberId);
                else next.delete(operator.memberId);
                setChosen(next);
              }}
            >
              {operator.name}
            </Checkbox>
          </li>
        ))}
      </ul>
    </Confirm>
  );
}
