// An app's new name and description.
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { FormDialog } from '@/ui/FormDialog';
import { saidInField } from '@/ui/saidInField';
import { useToasts } from '@/ui/Toasts';
import { type Listing, type OfferedApp, useDescribeAppMutation } from './api';
import { ListingFields, listingFields } from './ListingFields';

const WIDTH_PX = 720;

/** The words of an app, those of the form alone. */
export const listingOf = ({ nameZh, nameEn, descriptionZh, descriptionEn }: Listing): Listing => ({
  nameZh,
  nameEn,
  descriptionZh,
  descriptionEn,
});

interface Props {
  app: OfferedApp;
  onClose: () => void;
}

export default function DescribeDialog({ app, onClose }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [form] = Form.useForm<Listing>();
  const [describe] = useDescribeAppMutation();
  const submit = async (listing: Listing): Promise<CallFault | 'stay' | undefined> => {
    const { error } = await describe({ appId: app.appId, listing });
    if (!error) {
      toasts.done(t('market.changed'));
      return undefined;
    }
    const fault = error as CallFault;
    return saidInField(form, listingFields, fault) ? 'stay' : fault;
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
      <ListingFields />
    </FormDialog>
  );
}
