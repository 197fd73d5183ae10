// Names of the people at a phone: the name that this member may know, else their relation to the phone.
import { useTranslation } from 'react-i18next';
import type { Person } from '../session/playState';

export type Named = Pick<Person, 'relation' | 'name'> & { me?: boolean };

/** Function that names a person; a new one at each render. */
export function usePersonName(): (person: Named) => string {
  const { t } = useTranslation();
  return ({ me, name, relation }) => (me ? t('play.together.you') : name || t(`play.together.relation${relation}`));
}
