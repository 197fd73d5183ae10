// An app's new name and description.
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { useToasts } from '@/ui/announce/Toasts';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { showFieldFault } from '@/ui/fields/fieldFault';
import { type Listing, type OfferedApp, useDescribeAppMutation } from './api';
import { ListingFields, listingFields } from './ListingFields';
import { listingOf, useMeanwhile } from './useMeanwhile';

const WIDTH_PX = 720;

interface Props {
  app: OfferedApp;
  onClose: () => void;
}

export default function DescribeDialog({ app, onClose }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [form] = Form.useForm<Listing>();
  const [describe] = useDescribeAppMutation();
  const { seen, told, line } = useMeanwhile(form, app);
  const submit = async (listing: Listing): Promise<CallFault | 'stay' | undefined> => {
    const { error } = await describe({ appId: app.appId, listing, updateTime: seen.current ?? 0 });
    if (!error) {
      toasts.done(t('market.changed'));
      return undefined;
    }
    const fault = error as CallFault;
    return told(fault) || showFieldFault(form, listingFields, fault) ? 'stay' : fault;
  };
  return (
    <FormDialog<Listing>
      open
      form={form}
      title={app.package}
      initial={listingOf(app)}
      submit={t('market.save')}
      width={WIDTH_PX}
      onSubmit={submit}
      onClose={onClose}
    >
      {line}
      <ListingFields />
    </FormDialog>
  );
}
