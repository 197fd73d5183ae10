// The draft of an agreement's next version, in both languages side by side. It begins with the draft that there is, else with the version in
// force.
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { agreementLimits, checkAgreementTitle } from '@/core/rules';
import { useToasts } from '@/ui/announce/Toasts';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { Sheet } from '@/ui/dialogs/Sheet';
import { CountedInput } from '@/ui/fields/CountedInput';
import { checkedByServer, showFieldFault } from '@/ui/fields/fieldFault';
import { fieldRule } from '@/ui/fields/fieldRule';
import { RichTextField } from '@/ui/fields/RichTextField';
import { FaultState } from '@/ui/states/FaultState';
import { RowSkeletons } from '@/ui/states/Skeletons';
import styles from './Agreements.module.css';
import { type AgreementKind, useListAgreementsQuery, useSaveAgreementMutation } from './api';

const WIDTH_PX = 1080;
const TEXT_ROWS = 16;
/** Enough to hold the drafts and what is in force of each. */
const LOOKED_AT = 100;

interface Fields {
  titleZh: string;
  titleEn: string;
  contentZh: string;
  contentEn: string;
}
const names = ['titleZh', 'titleEn', 'contentZh', 'contentEn'] as const satisfies readonly (keyof Fields)[];

interface Props {
  kind: AgreementKind;
  onClose: () => void;
}

export default function AgreementEditor({ kind, onClose }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useListAgreementsQuery({ pageNo: 1, pageSize: LOOKED_AT });
  const name = t(`agreements.name.${kind}`);
  if (!data) {
    return (
      <Sheet open title={name} width={WIDTH_PX} onClose={onClose}>
        {error ? (
          <FaultState title={t('agreements.failed')} fault={error as CallFault} onRetry={refetch} />
        ) : (
          <RowSkeletons count={6} />
        )}
      </Sheet>
    );
  }
  const ofKind = data.list.filter((one) => one.kind === kind);
  const base = ofKind.find(({ publishTime }) => publishTime === null) ?? ofKind.find(({ inForce }) => inForce);
  const initial: Fields = {
    titleZh: base?.titleZh ?? '',
    titleEn: base?.titleEn ?? '',
    contentZh: base?.contentZh ?? '',
    contentEn: base?.contentEn ?? '',
  };
  return <Writing kind={kind} name={name} initial={initial} onClose={onClose} />;
}

function Writing({ kind, name, initial, onClose }: Props & { name: string; initial: Fields }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [form] = Form.useForm<Fields>();
  const [save] = useSaveAgreementMutation();
  const { titleMax } = agreementLimits();
  const submit = async (fields: Fields): Promise<CallFault | 'stay' | undefined> => {
    const { error } = await save({ kind, ...fields });
    if (!error) {
      toasts.done(t('agreements.saved'));
      return undefined;
    }
    const fault = error as CallFault;
    return showFieldFault(form, names, fault) ? 'stay' : fault;
  };
  return (
    <FormDialog<Fields>
      open
      form={form}
      title={name}
      initial={initial}
      submit={t('agreements.save')}
      width={WIDTH_PX}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={styles.sides}>
        {(['Zh', 'En'] as const).map((side) => {
          const language = t(side === 'Zh' ? 'agreements.chinese' : 'agreements.english');
          return (
            <div key={side}>
              <Form.Item
                name={`title${side}`}
                label={`${t('agreements.titleField')} · ${language}`}
                rules={[fieldRule(checkAgreementTitle)]}
              >
                <CountedInput max={titleMax} autoComplete="off" />
              </Form.Item>
              <Form.Item
                name={`content${side}`}
                label={`${t('agreements.content')} · ${language}`}
                rules={[checkedByServer]}
              >
                <RichTextField rows={TEXT_ROWS} />
              </Form.Item>
            </div>
          );
        })}
      </div>
    </FormDialog>
  );
}
