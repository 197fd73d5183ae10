// The picture's quality: what the controller chose; the automatic choice says what it shows.
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { qualityNames } from '@/core/rules';
import { usePlayContext } from '../PlayContext';

const WANTED = [0, 1, 2, 3] as const;
const AUTOMATIC = 0;

export function QualityChoice() {
  const { t } = useTranslation();
  const { handle, state } = usePlayContext();
  const { quality } = state;
  if (!quality) return null;
  const names = qualityNames();
  const shown = quality.wanted === AUTOMATIC ? names[quality.shown] : undefined;
  return (
    <Segmented
      size="small"
      aria-label={t('play.quality')}
      value={quality.wanted}
      options={WANTED.map((value) => ({
        value,
        label: names[value],
        title: value === AUTOMATIC && shown ? t('play.qualityShown', { name: shown }) : '',
      }))}
      onChange={(wanted) => handle?.quality(wanted)}
    />
  );
}
