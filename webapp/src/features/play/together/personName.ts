// How the people at a phone are called: by the name that this member may know, else by what they are to the phone.
import { useTranslation } from 'react-i18next';
import type { Person } from '../session/playState';

export type Named = Pick<Person, 'relation' | 'name'> & { me?: boolean };

/** The name of a person. Stable in a render. */
export function usePersonName(): (person: Named) => string {
  const { t } = useTranslation();
  return ({ me, name, relation }) => (me ? t('play.together.you') : name || t(`play.together.relation${relation}`));
}
