// The proxy of one phone, or of several: another one, one for all, one a line for each, or none; at once, and without a restart.
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { useToasts } from '@/ui/announce/Toasts';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { showFieldFault } from '@/ui/fields/fieldFault';
import { useChangeProxiesMutation } from './api';
import { NewProxy, ProxyFields } from './ProxyFields';
import { NO_PROXY, PROXY_FIELDS, type ProxyForm, proxyWish } from './proxyForm';

interface Props {
  open: boolean;
  phones: readonly { phoneId: number; phoneAlias: string; owlId: string }[];
  onDone?: () => void;
  onClose: () => void;
}

/** Different reasons that a message names. */
const REASONS_MAX = 2;

export default function ProxyDialog({ open, phones, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [change] = useChangeProxiesMutation();
  const [form] = Form.useForm<ProxyForm>();
  const several = phones.length > 1;
  const initial: ProxyForm = { ...NO_PROXY, proxyUse: several ? 'lines' : 'new' };
  const values = { ...initial, ...Form.useWatch([], form) };
  const names = phones.map(({ phoneAlias, owlId }) => phoneAlias || owlId);
  const takesOff = values.proxyUse === 'none';

  const submit = async (typed: ProxyForm): Promise<CallFault | 'stay' | undefined> => {
    const phoneIds = phones.map(({ phoneId }) => phoneId);
    const { data, error } = await change({ phoneIds, ...proxyWish({ ...initial, ...typed }) });
    if (!data) {
      const refused = error as CallFault;
      return showFieldFault(form, PROXY_FIELDS, refused) ? 'stay' : refused;
    }
    const { success, fail, list } = data;
    const text = [...new Set(list.map(({ msg }) => msg).filter(Boolean))].slice(0, REASONS_MAX).join(' ');
    const words = t(takesOff ? 'identity.proxyTakenOff' : 'identity.proxySet', { count: success });
    if (success === 0) toasts.failed(t('identity.proxyRefused', { count: fail }), { text });
    else if (fail > 0) toasts.warned(`${words} ${t('identity.proxyRefused', { count: fail })}`, { text });
    else toasts.done(words);
    onDone?.();
    return undefined;
  };
  return (
    <FormDialog<ProxyForm>
      open={open}
      form={form}
      width={640}
      title={
        several ? t('identity.proxyTitleMany', { count: phones.length }) : t('identity.proxyTitle', { name: names[0] })
      }
      initial={initial}
      submit={t(takesOff ? 'identity.proxyTakeOffMany' : several ? 'identity.proxySetMany' : 'identity.proxySetOne', {
        n: phones.length,
      })}
      onSubmit={submit}
      onClose={onClose}
    >
      {several ? (
        <ProxyFields form={form} values={values} current={null} phoneId={null} keepable={false} names={names} />
      ) : (
        <NewProxy form={form} values={values} phoneId={null} />
      )}
    </FormDialog>
  );
}
