// Renames one phone, or many by a pattern in which {n} counts; a preview shows the names first.
import { Form, Input, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { checkName, constants, numberedNames } from '@/core/rules';
import { useBegin } from '@/features/operations/useBegin';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { CountedInput } from '@/ui/fields/CountedInput';
import { fieldRule } from '@/ui/fields/fieldRule';
import type { Phone } from '../api';
import styles from './RenameDialog.module.css';

interface Props {
  open: boolean;
  phones: readonly Phone[];
  onDone: () => void;
  onClose: () => void;
}

interface Fields {
  name: string;
  first: number | null;
}

/** Most names that the preview shows; the rest is counted. */
const PREVIEW_MAX = 6;

export function RenameDialog({ open, phones, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const begin = useBegin();
  const n = phones.length;
  const many = n > 1;
  const { nameMaxChars } = constants();

  const submit = async ({ name, first }: Fields): Promise<CallFault | undefined> => {
    const phoneIds = phones.map((phone) => phone.phoneId);
    const refused = await begin({ kind: 'rename', phoneIds, phoneAlias: name, first: first ?? 1 });
    if (!refused) onDone();
    return refused;
  };
  return (
    <FormDialog<Fields>
      open={open}
      title={many ? t('rename.titleMany', { count: n }) : t('rename.title')}
      initial={{ name: many ? t('rename.pattern') : (phones[0]?.phoneAlias ?? ''), first: 1 }}
      submit={many ? t('rename.submitMany', { n }) : t('rename.submit')}
      onSubmit={submit}
      onClose={onClose}
    >
      {(form) => {
        const faultOf = (name: string) =>
          many ? (numberedNames(name, form.getFieldValue('first') ?? 1, n).fault ?? undefined) : checkName(name);
        return (
          <>
            <Form.Item
              name="name"
              label={t('rename.name')}
              extra={many ? t('rename.hint') : undefined}
              dependencies={['first']}
              rules={[fieldRule(faultOf)]}
            >
              {many ? <Input autoComplete="off" /> : <CountedInput max={nameMaxChars} autoComplete="off" />}
            </Form.Item>
            {many ? (
              <>
                <Form.Item name="first" label={t('rename.first')}>
                  <InputNumber min={0} max={999_999} precision={0} inputMode="numeric" />
                </Form.Item>
                <Form.Item noStyle shouldUpdate>
                  {() => (
                    <Preview
                      phones={phones}
                      names={numberedNames(form.getFieldValue('name') ?? '', form.getFieldValue('first') ?? 1, n).names}
                    />
                  )}
                </Form.Item>
              </>
            ) : null}
          </>
        );
      }}
    </FormDialog>
  );
}

interface PreviewProps {
  phones: readonly Phone[];
  /** New names in the order of the phones; empty while the pattern is invalid. */
  names: readonly string[];
}

function Preview({ phones, names }: PreviewProps) {
  const { t } = useTranslation();
  if (names.length === 0) return null;
  const rest = phones.length - PREVIEW_MAX;
  return (
    <table className={styles.preview}>
      <caption>{t('rename.preview')}</caption>
      <thead className="owl-hidden-text">
        <tr>
          <th>{t('rename.before')}</th>
          <th>{t('rename.after')}</th>
        </tr>
      </thead>
      <tbody>
        {phones.slice(0, PREVIEW_MAX).map((phone, index) => (
          <tr key={phone.phoneId}>
            <td>{phone.phoneAlias || phone.owlId}</td>
            <td>{names[index]}</td>
          </tr>
        ))}
        {rest > 0 ? (
          <tr>
            <td>{t('rename.rest', { n: rest })}</td>
            <td>{names.at(-1)}</td>
          </tr>
        ) : null}
      </tbody>
    </table>
  );
}
