// Roles and permissions: a matrix in which one role at a time is edited, and who has which role.
import { Button, Checkbox, Dropdown, Input } from 'antd';
import { Check, Ellipsis, KeyRound, Lock, Plus } from 'lucide-react';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { isGivenUp } from '@/core/proof';
import { usePageTitle } from '@/shell/usePageTitle';
import { useToasts } from '@/ui/announce/Toasts';
import { Confirm } from '@/ui/dialogs/Confirm';
import { ChangedMeanwhile, type Meanwhile, meanwhileIn } from '@/ui/editing/ChangedMeanwhile';
import { Gate } from '@/ui/rights/Gate';
import { FaultState } from '@/ui/states/FaultState';
import { faultWords } from '@/ui/states/faultWords';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { useWide } from '@/ui/useWide';
import admin from '../Admin.module.css';
import { type Role, type Roles, useListRolesQuery, useRemoveRoleMutation, useSaveRoleMutation } from './api';
import { GiveDialog } from './GiveDialog';
import { changesOf, EVERYTHING, grouped } from './groups';
import styles from './Roles.module.css';

/** A role as it is being written; without an id a new one. */
interface Draft {
  role: Role | null;
  name: string;
  permissions: ReadonlySet<string>;
}

const NEW = 0;
const idOf = (draft: Draft | null) => draft && (draft.role?.roleId ?? NEW);
const draftOf = (role: Role): Draft => ({ role, name: role.name, permissions: new Set(role.permissions) });

export default function RolesPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.roles'));
  const { data, error, isFetching, refetch } = useListRolesQuery(undefined, { refetchOnMountOrArgChange: true });
  if (!data && error && !isFetching) {
    return <FaultState title={t('roles.failed')} fault={error as CallFault} onRetry={refetch} />;
  }
  return (
    <div className={styles.page}>
      {data ? (
        <Matrix
          roles={data}
          heading={
            <h1 ref={heading} tabIndex={-1}>
              {t('pages.roles')}
            </h1>
          }
        />
      ) : (
        <RowSkeletons count={10} />
      )}
    </div>
  );
}

function Matrix({ roles: { roles, operators, permissions }, heading }: { roles: Roles; heading: React.ReactNode }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const wide = useWide();
  const [draft, setDraft] = useState<Draft | null>(null);
  const [meanwhile, setMeanwhile] = useState<Meanwhile<Role> | null>(null);
  const [nameFault, setNameFault] = useState('');
  const [giving, setGiving] = useState<Role | null>(null);
  const [removing, setRemoving] = useState<Role | null>(null);
  const [save, { isLoading }] = useSaveRoleMutation();
  const [remove] = useRemoveRoleMutation();
  const have = (role: Role | null) => operators.filter(({ roleIds }) => role && roleIds.includes(role.roleId));
  const edited = idOf(draft);

  const leave = () => {
    setDraft(null);
    setMeanwhile(null);
    setNameFault('');
  };
  const send = async (as: Draft) => {
    const which = as.role ? { roleId: as.role.roleId, updateTime: as.role.updateTime } : {};
    const { data, error } = await save({ ...which, name: as.name, permissions: [...as.permissions] });
    if (data) {
      leave();
      toasts.done(t('roles.saved', { name: data.name }));
      return;
    }
    const fault = error as CallFault;
    if (isGivenUp(fault)) return;
    const other = meanwhileIn<Role>(fault);
    if (other) setMeanwhile(other);
    else if ((fault.data as { field?: string } | null)?.field === 'name') setNameFault(fault.message);
    else toasts.failed(faultWords(fault, t));
  };
  const drop = async () => {
    if (!removing) return;
    const { error } = await remove({ roleId: removing.roleId, updateTime: removing.updateTime });
    if (!error) toasts.done(t('roles.removed', { name: removing.name }));
    else if (!isGivenUp(error)) toasts.failed(faultWords(error as CallFault, t));
  };
  const toggle = (name: string) => {
    if (!draft) return;
    const next = new Set(draft.permissions);
    if (!next.delete(name)) next.add(name);
    setDraft({ ...draft, permissions: next });
  };
  const columns: (Role | null)[] = edited === NEW ? [...roles, null] : [...roles];
  const changes = draft ? changesOf(draft.role?.permissions ?? [], draft.permissions) : { added: [], removed: [] };
  const renamed = draft !== null && draft.name.trim() !== (draft.role?.name ?? '');
  const count = changes.added.length + changes.removed.length + (renamed ? 1 : 0);
  const reach = have(draft?.role ?? null).length;

  const row = ({ name, held }: Roles['permissions'][number]) => {
    // A right that a newer server has is shown by its name alone.
    const words = t(`roles.permissions.${name.replaceAll(':', '_')}` as 'roles.permissions.order_refund', {
      defaultValue: '',
    });
    return (
      <tr key={name}>
        <th scope="row">
          {words ? <span>{words}</span> : null} <code className="owl-mono">{name}</code>
        </th>
        {columns.map((role) => {
          const mine = (role?.roleId ?? NEW) === edited && draft !== null;
          const has = mine ? draft.permissions.has(name) : role?.permissions.includes(name);
          const was = role?.permissions.includes(name) ?? false;
          return (
            <td key={role?.roleId ?? NEW} data-edited={mine} data-changed={mine && has !== was}>
              {mine ? (
                <span className={styles.box}>
                  <Checkbox
                    checked={has === true}
                    disabled={!held}
                    aria-label={t('roles.holds', { role: draft.name, what: words || name })}
                    onChange={() => toggle(name)}
                  />
                  {held ? null : <Lock size={12} strokeWidth={1.6} role="img" aria-label={t('roles.notHeld')} />}
                </span>
              ) : has ? (
                <Check size={16} strokeWidth={1.6} role="img" aria-label={t('roles.yes')} />
              ) : (
                <span className={styles.no} role="img" aria-label={t('roles.no')}>
                  –
                </span>
              )}
            </td>
          );
        })}
      </tr>
    );
  };

  return (
    <>
      <header className={styles.top}>
        <div>
          {heading}
          <span className={admin.facts}>
            <span>{t('roles.count', { count: roles.length })}</span>
            <span>{t('roles.rights', { count: permissions.length })}</span>
            <span>{t('roles.operators', { count: operators.length })}</span>
          </span>
        </div>
        {wide ? (
          <Gate operation="save_role">
            <Button
              type="primary"
              icon={<Plus size={16} strokeWidth={1.6} />}
              disabled={draft !== null}
              onClick={() => setDraft({ role: null, name: '', permissions: new Set() })}
            >
              {t('roles.add')}
            </Button>
          </Gate>
        ) : (
          <span className={admin.quiet}>{t('roles.onDesk')}</span>
        )}
      </header>
      {meanwhile && draft ? (
        <ChangedMeanwhile
          by={meanwhile.by}
          at={meanwhile.time}
          onMine={() => {
            const mine = { ...draft, role: meanwhile.now };
            setMeanwhile(null);
            setDraft(mine);
            void send(mine);
          }}
          onTheirs={() => {
            setMeanwhile(null);
            setDraft(draftOf(meanwhile.now));
          }}
        >
          {t('roles.now', { name: meanwhile.now.name, n: meanwhile.now.permissions.length })}{' '}
          <Diff {...changesOf(meanwhile.now.permissions, draft.permissions)} />
        </ChangedMeanwhile>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section className={styles.scroll} aria-label={t('roles.matrix')} tabIndex={0}>
        <table className={styles.matrix}>
          <thead>
            <tr>
              <td className={styles.none}>{columns.length === 0 ? t('roles.none') : null}</td>
              {columns.map((role) => {
                const mine = (role?.roleId ?? NEW) === edited && draft !== null;
                const whose = have(role);
                return (
                  <th key={role?.roleId ?? NEW} scope="col" data-edited={mine}>
                    {mine ? (
                      <>
                        <Input
                          size="small"
                          value={draft.name}
                          autoFocus
                          aria-label={t('roles.name')}
                          placeholder={t('roles.name')}
                          status={nameFault ? 'error' : ''}
                          onChange={(event) => {
                            setNameFault('');
                            setDraft({ ...draft, name: event.target.value });
                          }}
                        />
                        {nameFault ? (
                          <span className={admin.refused} role="alert">
                            {nameFault}
                          </span>
                        ) : null}
                      </>
                    ) : (
                      <b>{role?.name}</b>
                    )}
                    {role && !mine ? (
                      <Head
                        role={role}
                        who={whose.length === 1 ? (whose[0]?.name ?? '') : t('roles.users', { count: whose.length })}
                        locked={draft !== null || !wide}
                        onEdit={() => setDraft(draftOf(role))}
                        onGive={() => setGiving(role)}
                        onRemove={() => setRemoving(role)}
                      />
                    ) : null}
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {permissions.filter(({ name }) => name === EVERYTHING).map(row)}
            {grouped(permissions).map(([group, list]) => (
              <Fragment key={group}>
                <tr className={styles.group}>
                  <th scope="rowgroup">{t(`roles.groups.${group}`)}</th>
                  {columns.map((role) => {
                    const held = role?.roleId === edited || !role ? draft?.permissions : new Set(role.permissions);
                    const n = list.filter(({ name }) => held?.has(name) || held?.has(EVERYTHING)).length;
                    return (
                      <td key={role?.roleId ?? NEW} className="owl-figures">
                        {n} / {list.length}
                      </td>
                    );
                  })}
                </tr>
                {list.map(row)}
              </Fragment>
            ))}
          </tbody>
        </table>
      </section>
      {draft ? (
        <footer className={styles.bar}>
          <span>
            <b>{t('roles.changes', { count })}</b> <Diff {...changes} />
            {draft.role ? ` · ${t('roles.reach', { count: reach })}` : null}
          </span>
          <span className={styles.verbs}>
            <Button onClick={leave} disabled={isLoading}>
              {t('roles.discard')}
            </Button>
            <Button
              type="primary"
              icon={<KeyRound size={16} strokeWidth={1.6} />}
              disabled={count === 0 || meanwhile !== null}
              loading={isLoading}
              onClick={() => void send(draft)}
            >
              {t('roles.save', { count })}
            </Button>
          </span>
        </footer>
      ) : null}
      <GiveDialog role={giving} operators={operators} onClose={() => setGiving(null)} />
      <Confirm
        open={removing !== null}
        title={t('roles.removeTitle', { name: removing?.name })}
        verb={t('roles.remove')}
        onConfirm={drop}
        onClose={() => setRemoving(null)}
      >
        <p>{t('roles.removeText', { count: have(removing).length })}</p>
      </Confirm>
    </>
  );
}

interface HeadProps {
  role: Role;
  /** Operators who have the role, in words. */
  who: string;
  locked: boolean;
  onEdit: () => void;
  onGive: () => void;
  onRemove: () => void;
}

function Head({ role, who, locked, onEdit, onGive, onRemove }: HeadProps) {
  const { t } = useTranslation();
  return (
    <span className={styles.who}>
      {who}
      {locked ? null : (
        <Gate operation="save_role">
          <Dropdown
            trigger={['click']}
            menu={{
              items: [
                { key: 'edit', label: t('roles.edit'), onClick: onEdit },
                { key: 'give', label: t('roles.give'), onClick: onGive },
                { key: 'remove', danger: true, label: t('roles.remove'), onClick: onRemove },
              ],
            }}
          >
            <Button
              type="text"
              size="small"
              aria-label={t('roles.more', { name: role.name })}
              icon={<Ellipsis size={16} strokeWidth={1.6} />}
            />
          </Dropdown>
        </Gate>
      )}
    </span>
  );
}

/** Permissions that come and that go, by sign and colour. */
function Diff({ added, removed }: { added: readonly string[]; removed: readonly string[] }) {
  return (
    <span className={`${styles.diff} owl-mono`}>
      {added.map((name) => (
        <ins key={name}>+ {name}</ins>
      ))}
      {removed.map((name) => (
        <del key={name}>− {name}</del>
      ))}
    </span>
  );
}
