// A token for a program: its name, what it may do with which phones, how long, proved by a code to the member's own phone.
import { Checkbox, Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { checkName } from '@/core/rules';
import { useListPhonesQuery } from '@/features/phones/api';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { fieldRule } from '@/ui/fields/fieldRule';
import { useCreateTokenMutation } from './api';
import { OwnCodeField, ownCodeUuid } from './OwnCodeField';
import styles from './Tokens.module.css';
import { allScopes, lives, type ScopeWord, scopeTexts, scopeTitles } from './tokens';

interface Props {
  open: boolean;
  masked: string;
  /** Given the token's text: nobody sees it again. */
  onMade: (token: string) => void;
  onClose: () => void;
}

interface Fields {
  name: string;
  scopes: ScopeWord[];
  phoneIds: number[];
  days: number;
  code: string;
}

const EMPTY: Fields = { name: '', scopes: ['phones:read'], phoneIds: [], days: 30, code: '' };
/** Phones to choose from: the first that the list shows. */
const SHOWN = 200;

export function TokenDialog({ open, masked, onMade, onClose }: Props) {
  const { t } = useTranslation();
  const [create, { reset }] = useCreateTokenMutation();

  const submit = async ({ name, scopes, phoneIds, days, code }: Fields) => {
    const only = phoneIds.length > 0 ? { phoneIds } : {};
    const { data, error } = await create({ name, scopes, ...only, days, code, uuid: ownCodeUuid('token') });
    if (data) onMade(data.token);
    // Nothing keeps the text but the dialog that shows it.
    reset();
    return error as CallFault | undefined;
  };

  return (
    <FormDialog<Fields>
      open={open}
      title={t('tokens.make')}
      initial={EMPTY}
      submit={t('tokens.make')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="name" label={t('tokens.name')} rules={[fieldRule(checkName)]}>
        <Input autoComplete="off" placeholder={t('tokens.nameHint')} />
      </Form.Item>
      <Form.Item
        name="scopes"
        label={t('tokens.scopes')}
        rules={[{ type: 'array', min: 1, message: t('tokens.chooseScope') }]}
      >
        <Checkbox.Group className={styles.scopes ?? ''}>
          {allScopes.map((scope) => (
            <Checkbox key={scope} value={scope}>
              {t(scopeTitles[scope])}
              <small className={styles.means}>{t(scopeTexts[scope])}</small>
            </Checkbox>
          ))}
        </Checkbox.Group>
      </Form.Item>
      <Phones open={open} />
      <Form.Item name="days" label={t('tokens.life')}>
        <Select options={lives.map((days) => ({ value: days, label: t('tokens.days', { count: days }) }))} />
      </Form.Item>
      <OwnCodeField purpose="token" masked={masked} />
    </FormDialog>
  );
}

function Phones({ open }: { open: boolean }) {
  const { t } = useTranslation();
  const { data } = useListPhonesQuery({ pageNo: 1, pageSize: SHOWN }, { skip: !open });
  const options = (data?.list ?? []).map(({ phoneId, phoneAlias, owlId }) => ({
    value: phoneId,
    label: phoneAlias || owlId,
  }));
  return (
    <Form.Item name="phoneIds" label={t('tokens.only')} extra={t('tokens.onlyText')}>
      <Select mode="multiple" options={options} optionFilterProp="label" placeholder={t('tokens.allPhones')} />
    </Form.Item>
  );
}
