// A text with marks: what is selected becomes bold, a list or a link. The preview beside it shows how it will be read.
import { Button, Input, type InputRef } from 'antd';
import { Bold, Link, List } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './RichTextField.module.css';

interface Props {
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
  rows?: number;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Marks that are put around the selection. */
const marks = {
  bold: (text: string) => `<b>${text}</b>`,
  list: (text: string) =>
    `<ul>${text
      .split('\n')
      .map((line) => `<li>${line}</li>`)
      .join('')}</ul>`,
  link: (text: string) => {
    const address = /^https?:\/\/\S+$/.test(text.trim()) ? text.trim() : 'https://';
    return `<a href="${escaped(address)}">${text}</a>`;
  },
};
const ICONS = { bold: Bold, list: List, link: Link };

export function RichTextField({ id, value = '', onChange, rows = 6 }: Props) {
  const { t } = useTranslation();
  const area = useRef<InputRef & { resizableTextArea?: { textArea: HTMLTextAreaElement } }>(null);
  const put = (mark: keyof typeof marks) => {
    const field = area.current?.resizableTextArea?.textArea;
    const [from, to] = [field?.selectionStart ?? value.length, field?.selectionEnd ?? value.length];
    onChange?.(value.slice(0, from) + marks[mark](value.slice(from, to)) + value.slice(to));
  };
  return (
    <div className={styles.text}>
      <span>
        {(Object.keys(marks) as (keyof typeof marks)[]).map((mark) => {
          const Icon = ICONS[mark];
          return (
            <Button
              key={mark}
              type="text"
              size="small"
              aria-label={t(`richText.${mark}`)}
              icon={<Icon size={14} strokeWidth={1.6} />}
              onClick={() => put(mark)}
            />
          );
        })}
      </span>
      <Input.TextArea
        {...(id === undefined ? {} : { id })}
        ref={area as never}
        rows={rows}
        value={value}
        onChange={(event) => onChange?.(event.target.value)}
      />
    </div>
  );
}
