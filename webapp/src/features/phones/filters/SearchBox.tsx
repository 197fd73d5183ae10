// The list's search: one name or id, or many at once; "batch" opens a field with a line each.
import { Button, Input, Popover } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { Search } from 'lucide-react';
import { type ClipboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { splitPhrases } from '@/core/rules';
import { useTypedSearch } from '@/ui/list/useTypedSearch';
import styles from '../list/ListPage.module.css';

interface Props {
  /** Present search. */
  value: string;
  onSearch: (keyword: string) => void;
}

export function SearchBox({ value, onSearch }: Props) {
  const { t } = useTranslation();
  const { draft, setDraft, search } = useTypedSearch(value, onSearch);
  const [batch, setBatch] = useState<string | null>(null);
  const lines = useRef<TextAreaRef>(null);

  const names = splitPhrases(batch ?? '');
  const searchBatch = () => {
    const text = names.join(', ');
    setBatch(null);
    setDraft(text);
    search(text);
  };
  // Each pasted line is a name: a single-line field would join them, so they become several names.
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text');
    if (!/[\r\n]/.test(pasted.trim())) return;
    event.preventDefault();
    const { value: old, selectionStart, selectionEnd } = event.currentTarget;
    const from = selectionStart ?? old.length;
    setDraft(old.slice(0, from) + splitPhrases(pasted).join(', ') + old.slice(selectionEnd ?? from));
  };

  return (
    <Input
      className={styles.search}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onPressEnter={() => search(draft)}
      onPaste={onPaste}
      placeholder={t('list.search')}
      aria-label={t('list.search')}
      allowClear
      prefix={<Search size={16} strokeWidth={1.6} aria-hidden="true" />}
      suffix={
        <Popover
          trigger="click"
          // The popover opens to this side: on the other it would cover the sidebar.
          placement="bottomLeft"
          open={batch !== null}
          onOpenChange={(open) => setBatch(open ? splitPhrases(draft).join('\n') : null)}
          // The field gets the focus only after the opening animation.
          afterOpenChange={(open) => open && lines.current?.focus()}
          content={
            <div className={styles.batch}>
              <Input.TextArea
                ref={lines}
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
