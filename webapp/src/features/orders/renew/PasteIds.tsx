// Ids or names, pasted with a line each: all of them are chosen at once, and what was not found is named.
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { orderLimits, splitKeywords, splitPhrases } from '@/core/rules';
import { useToasts } from '@/ui/announce/Toasts';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import type { RenewPhone } from './renewal';

interface IdLookup {
  rows?: RenewPhone[];
  notFound?: string[];
  fault?: CallFault;
}
interface Props {
  open: boolean;
  find: (keyword: string) => Promise<IdLookup>;
  onPick: (phones: readonly RenewPhone[]) => void;
  onClose: () => void;
}

const NAMED_MAX = 5;

export default function PasteIds({ open, find, onPick, onClose }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { linesMax } = orderLimits();
  const pick = async ({ text }: { text: string }): Promise<CallFault | undefined> => {
    const { rows = [], notFound = [], fault } = await find(splitPhrases(text).join(', '));
    if (fault) return fault;
    const free = rows.filter(({ blocked }) => !blocked);
    onPick(free);
    const missing = [...notFound, ...rows.filter(({ blocked }) => blocked).map(({ code }) => code)];
    const picked = t('renew.pasted', { count: free.length });
    if (missing.length === 0) toasts.done(picked);
    else
      toasts.warned(picked, {
        text: t('renew.pastedNot', { n: missing.length, names: missing.slice(0, NAMED_MAX).join(', ') }),
      });
    return undefined;
  };
  return (
    <FormDialog
      open={open}
      title={t('renew.paste')}
      initial={{ text: '' }}
      submit={t('renew.pasteDo')}
      onSubmit={pick}
      onClose={onClose}
    >
      <Form.Item
        name="text"
        label={t('renew.pasteLabel', { n: linesMax })}
        rules={[
          {
            validator: (_: unknown, text: string) => {
              const { length } = splitKeywords(text ?? '');
              const fine = length >= 1 && length <= linesMax;
              return fine
                ? Promise.resolve()
                : Promise.reject(new Error(t('renew.pasteCount', { max: linesMax, n: length })));
            },
          },
        ]}
      >
        <Input.TextArea rows={8} spellCheck={false} autoComplete="off" />
      </Form.Item>
    </FormDialog>
  );
}
