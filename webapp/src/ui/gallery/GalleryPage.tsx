// All parts on one page, in the theme, language and size that are chosen here: for operators and in the demo. Looked at before a part is
// changed, walked through by the browser tests in every dress.
import { Segmented, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppDispatch, useAppSelector } from '@/app/store';
import { type Appearance, locale, type Size, sizes } from '@/core/storage';
import { otherLocale, switchLanguage } from '@/i18n';
import { appearanceChosen, sizeChosen } from '@/shell/slice';
import { usePageTitle } from '@/shell/usePageTitle';
import { Eyes } from '../Eyes';
import { Owl } from '../Owl';
import { Buttons, Choices, ConfirmSample, FormSample, Paying, ProgressSamples, ToastSamples } from './Controls';
import { Colours, Figures, Spacing, TypeScale } from './Foundations';
import styles from './Gallery.module.css';
import { ListSample } from './ListSample';
import { DeckSample, Gates, Pickers, ReceiptSample, SkeletonSamples, TableSample } from './Lists';
import { NameSamples } from './Names';
import { Empties, Statuses } from './Statuses';

const names = { 'zh-CN': '中文', 'en-US': 'English' } as const;

export default function GalleryPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('gallery.title'));
  const [now] = useState(Date.now);
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <Owl size={28} />
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {t('gallery.title')}
        </h1>
        <span className={styles.small}>{t('gallery.subtitle')}</span>
        <Switches />
        <span className={styles.looks} aria-hidden="true">
          <Eyes look="open" width={30} />
          <Eyes look="half" width={30} />
          <Eyes look="shut" width={30} />
          <Eyes look="crossed" width={30} />
        </span>
      </div>
      <div className={styles.sections}>
        <TypeScale />
        <Colours />
        <Spacing now={now} />
        <Buttons />
        <ToastSamples />
        <FormSample />
        <ConfirmSample />
        <ProgressSamples />
        <Choices />
        <Figures now={now} />
        <Paying now={now} />
        <Statuses now={now} />
        <Empties />
        <DeckSample />
        <ReceiptSample now={now} />
        <Pickers now={now} />
        <ListSample now={now} />
        <TableSample now={now} />
        <SkeletonSamples />
        <Gates />
        <NameSamples />
      </div>
    </div>
  );
}

/** Theme, language and size of the console, where the parts can be seen changing. */
function Switches() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const chosen = useAppSelector((state) => state.shell.appearance);
  const size = useAppSelector((state) => state.shell.size);
  return (
    <div className={styles.switches}>
      <Segmented<Appearance>
        aria-label={t('gallery.appearance')}
        value={chosen}
        options={(['auto', 'light', 'dark'] as const).map((value) => ({ value, label: t(`gallery.${value}`) }))}
        onChange={(value) => dispatch(appearanceChosen(value))}
      />
      <Segmented
        aria-label={t('gallery.language')}
        value={locale.get()}
        options={(['zh-CN', 'en-US'] as const).map((value) => ({ value, label: names[value] }))}
        onChange={(value) => {
          if (value === otherLocale()) switchLanguage();
        }}
      />
      <Select<Size>
        aria-label={t('gallery.size')}
        value={size}
        popupMatchSelectWidth={false}
        options={sizes.map((value) => ({ value, label: t(`gallery.${value}`) }))}
        onChange={(value) => dispatch(sizeChosen(value))}
      />
    </div>
  );
}
