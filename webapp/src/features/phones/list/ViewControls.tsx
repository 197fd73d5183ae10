// Controls of the view (cards, table or dense; portrait or landscape pictures), and of selecting the page or all matching phones.
import { Button, Checkbox, Segmented, Tooltip } from 'antd';
import { Grip, LayoutGrid, type LucideIcon, RectangleHorizontal, RectangleVertical, Rows3 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { choice } from '@/core/storage';
import type { Selection } from '@/ui/batch/useSelection';
import type { Phone } from '../api';
import styles from './ListPage.module.css';
import { idOf } from './PhoneTable';

export type View = 'cards' | 'table' | 'dense';

const storedView = choice<View>('phoneView', 'cards', 'table', 'dense');
const storedTurn = choice<'portrait' | 'landscape'>('phoneTurn', 'portrait', 'landscape');

/** The chosen view, stored in this browser. */
export function useView() {
  const [view, setView] = useState(storedView.get);
  const [turn, setTurn] = useState(storedTurn.get);
  return {
    view,
    landscape: turn === 'landscape',
    chooseView: (next: View) => {
      storedView.set(next);
      setView(next);
    },
    turnPictures: () => {
      const next = turn === 'portrait' ? 'landscape' : 'portrait';
      storedTurn.set(next);
      setTurn(next);
    },
  };
}

const ICON = { size: 16, strokeWidth: 1.6 } as const;
const views: [View, LucideIcon][] = [
  ['cards', LayoutGrid],
  ['table', Rows3],
  ['dense', Grip],
];

interface Props {
  view: View;
  landscape: boolean;
  onView: (view: View) => void;
  onTurn: () => void;
}

export function ViewControls({ view, landscape, onView, onTurn }: Props) {
  const { t } = useTranslation();
  const turnWords = t(landscape ? 'list.portrait' : 'list.landscape');
  return (
    <>
      {view === 'table' ? null : (
        <Tooltip title={turnWords}>
          <Button
            type="text"
            icon={landscape ? <RectangleHorizontal {...ICON} /> : <RectangleVertical {...ICON} />}
            aria-label={turnWords}
            onClick={onTurn}
          />
        </Tooltip>
      )}
      <Segmented<View>
        aria-label={t('list.view')}
        value={view}
        onChange={onView}
        options={views.map(([value, Icon]) => ({
          value,
          icon: (
            <span className={styles.viewIcon} title={t(`list.${value}`)}>
              <Icon {...ICON} aria-hidden="true" />
              <span className="owl-hidden-text">{t(`list.${value}`)}</span>
            </span>
          ),
        }))}
      />
    </>
  );
}

interface SelectProps {
  page: readonly Phone[];
  /** Number of phones that match search and filters. */
  total: number;
  /** Most phones that can be selected. */
  max: number;
  selection: Selection<Phone>;
  /** Fetches all matching phones, up to `max`; null when the server refused. */
  fetchAll: () => Promise<readonly Phone[] | null>;
}

/** Selects the page; once it is selected, offers to select all matching phones. */
export function SelectPage({ page, total, max, selection, fetchAll }: SelectProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const count = page.filter((phone) => selection.has(idOf(phone))).length;
  const whole = page.length > 0 && count === page.length;
  const most = Math.min(total, max);
  return (
    <span className={styles.selectPage}>
      <Checkbox
        checked={whole}
        indeterminate={count > 0 && !whole}
        onChange={(event) => selection.setAll(page, event.target.checked)}
      >
        {t('list.selectPage')}
      </Checkbox>
      {whole && total > page.length && selection.rows.length < most ? (
        <Button
          type="link"
          size="small"
          loading={busy}
          onClick={async () => {
            setBusy(true);
            const all = await fetchAll().finally(() => setBusy(false));
            if (all) selection.replace(all);
          }}
        >
          {t(total > max ? 'list.firstMatching' : 'list.allMatching', { n: most })}
        </Button>
      ) : null}
    </span>
  );
}
