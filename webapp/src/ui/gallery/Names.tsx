// Names on one line and one below the other, as groups and tags are managed. A name that is there already is refused.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnswerCode } from '@/contract/constants';
import type { CallFault } from '@/core/http';
import { NamedRows } from '../fields/NamedRows';
import { NameField } from '../fields/NameField';
import { Section } from './Section';

interface Group {
  id: number;
  name: string;
  phones: number;
}

export function NameSamples() {
  const { t } = useTranslation();
  const [groups, setGroups] = useState<Group[]>(() =>
    [t('gallery.standard'), t('gallery.advanced'), t('gallery.lite')].map((name, index) => ({
      id: index + 1,
      name,
      phones: 36 - index * 12,
    })),
  );
  const taken = (name: string): CallFault | undefined =>
    groups.some((group) => group.name === name)
      ? { kind: 'code', code: AnswerCode.GROUP_TAKEN, message: t('gallery.refused'), requestId: '7f3a-91c2' }
      : undefined;
  const add = async (name: string) => {
    const refused = taken(name.trim());
    if (!refused) setGroups((old) => [...old, { id: Date.now(), name: name.trim(), phones: 0 }]);
    return refused;
  };
  const rename = async ({ id }: Group, name: string) => {
    const refused = taken(name.trim());
    if (!refused) setGroups((old) => old.map((each) => (each.id === id ? { ...each, name: name.trim() } : each)));
    return refused;
  };
  return (
    <Section title={t('gallery.names')} home="ui/fields/NameField, NamedRows" span={3}>
      <NameField label={t('gallery.newGroup')} submit={t('gallery.newGroup')} onSubmit={add} />
      <NamedRows
        label={t('gallery.names')}
        rows={groups}
        countOf={({ phones }) => t('receipt.phones', { count: phones })}
        onRename={rename}
        onDelete={({ id }) => setGroups((old) => old.filter((each) => each.id !== id))}
      />
    </Section>
  );
}
