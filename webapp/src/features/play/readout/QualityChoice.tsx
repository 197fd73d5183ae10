// Choice of the picture's quality by the member in control; the automatic choice names the quality that it shows.

import { Segmented, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { PlayStream } from '@/contract/constants';
import { qualityNames } from '@/core/rules';
import { usePlayContext } from '../PlayContext';

type Wanted = (typeof PlayStream.qualities)[number];

/** Choice of the quality. `folded` is a select, where four words side by side have no room. */
export function QualityChoice({ folded = false }: { folded?: boolean }) {
  const { t } = useTranslation();
  const { handle, state } = usePlayContext();
  const { quality } = state;
  if (!quality) return null;
  const names = qualityNames();
  const shown = quality.wanted === PlayStream.qualityAutomatic ? names[quality.shown] : undefined;
  const Field = folded ? Select<Wanted> : Segmented<Wanted>;
  return (
    <Field
      size="small"
      aria-label={t('play.quality')}
      value={quality.wanted as Wanted}
      options={PlayStream.qualities.map((value) => ({
        value,
        label: names[value],
        title: value === PlayStream.qualityAutomatic && shown ? t('play.qualityShown', { name: shown }) : '',
      }))}
      onChange={(wanted: Wanted) => handle?.quality(wanted)}
    />
  );
}
