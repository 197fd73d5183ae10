// The list's search: one name or id, or many at once; "batch" opens a field with a line each.
import { Button, Input, Popover } from 'antd';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { splitKeywords } from '@/core/rules';
import styles from './ListPage.module.css';

const TYPING_PAUSE_MS = 350;

interface Props {
  /** What is searched now. */
  value: string;
  onSearch: (keyword: string) => void;
}

export function SearchBox({ value, onSearch }: Props) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(value);
  const [batch, setBatch] = useState<string | null>(null);

  // The address may change under the field: back, forward, "clear".
  useEffect(() => setDraft(value), [value]);

  useEffect(() => {
    if (draft.trim() === value.trim()) return;
    const timer = window.setTimeout(() => onSearch(draft), TYPING_PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [draft, value, onSearch]);

  const names = splitKeywords(batch ?? '');
  const searchBatch = () => {
    setBatch(null);
    onSearch(names.join(', '));
  };

  return (
    <Input
      className={styles.search}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onPressEnter={() => onSearch(draft)}
      placeholder={t('list.search')}
      aria-label={t('list.search')}
      allowClear
      prefix={<Search size={16} strokeWidth={1.6} aria-hidden="true" />}
      suffix={
        <Popover
          trigger="click"
          placement="bottomRight"
          open={batch !== null}
          onOpenChange={(open) => setBatch(open ? splitKeywords(draft).join('\n') : null)}
          content={
            <div className={styles.batch}>
              <Input.TextArea
                autoFocus
                rows={6}
                value={batch ?? ''}
                onChange={(event) => setBatch(event.target.value)}
                placeholder={t('list.batchHint')}
                aria-label={t('list.batchHint')}
              />
              <Button type="primary" disabled={names.length === 0} onClick={searchBatch}>
                {t('list.batchSearch', { n: names.length })}
              </Button>
            </div>
          }
        >
          <button type="button" className={`owl-plain-button ${styles.batchLink}`}>
            {t('list.batch')}
          </button>
        </Popover>
      }
    />
  );
}
