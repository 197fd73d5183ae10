// The picture's quality: what the controller chose; the automatic choice says what it shows.
import { Segmented, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { qualityNames } from '@/core/rules';
import { usePlayContext } from '../PlayContext';

const WANTED = [0, 1, 2, 3] as const;
type Wanted = (typeof WANTED)[number];
const AUTOMATIC = 0;

/** `folded`: one field, where four words side by side have no room. */
export function QualityChoice({ folded = false }: { folded?: boolean }) {
  const { t } = useTranslation();
  const { handle, state } = usePlayContext();
  const { quality } = state;
  if (!quality) return null;
  const names = qualityNames();
  const shown = quality.wanted === AUTOMATIC ? names[quality.shown] : undefined;
  const Field = folded ? Select<Wanted> : Segmented<Wanted>;
  return (
    <Field
      size="small"
      aria-label={t('play.quality')}
      value={quality.wanted as Wanted}
      options={WANTED.map((value) => ({
        value,
        label: names[value],
        title: value === AUTOMATIC && shown ? t('play.qualityShown', { name: shown }) : '',
      }))}
      onChange={(wanted: Wanted) => handle?.quality(wanted)}
    />
  );
}
