// An app or a version of one for the market: its file, which says what it is, and what members read about it.
import { Form } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { FileDrop } from '@/features/uploads/FileDrop';
import { FileRow } from '@/features/uploads/FileRow';
import { useUploads } from '@/features/uploads/useUploads';
import { useToasts } from '@/ui/announce/Toasts';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { showFieldFault } from '@/ui/fields/fieldFault';
import { Note } from '@/ui/Note';
import { type Listing, type OfferedApp, useOfferAppMutation } from './api';
import { ListingFields, listingFields } from './ListingFields';
import styles from './Market.module.css';
import { listingOf, useMeanwhile } from './useMeanwhile';

const WIDTH_PX = 720;
const ENDINGS = '.apk,.apks,.xapk,.apkm';
const NOTHING: Listing = { nameZh: '', nameEn: '', descriptionZh: '', descriptionEn: '' };

interface Props {
  /** The app that gets a version; none for a new one. */
  app: OfferedApp | undefined;
  onClose: () => void;
}

export default function OfferDialog({ app, onClose }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [form] = Form.useForm<Listing>();
  const uploads = useUploads();
  const [offer] = useOfferAppMutation();
  const { seen, told, line } = useMeanwhile(form, app);
  const [missing, setMissing] = useState<string>();
  const [file] = uploads.files;
  const label = file?.state === 'ready' ? file.upload?.app?.label : undefined;

  // The label in the file stands where nobody wrote a name.
  useEffect(() => {
    if (!label) return;
    for (const name of ['nameZh', 'nameEn'] as const) {
      if (!form.getFieldValue(name)) form.setFieldValue(name, label);
    }
  }, [form, label]);

  const take = (files: readonly File[]) => {
    setMissing(uploads.add(files.slice(0, 1)));
  };
  const submit = async (listing: Listing): Promise<CallFault | 'stay' | undefined> => {
    if (!file) setMissing(t('market.noFile'));
    else if (file.state !== 'ready' || !file.upload) setMissing(t('market.notReady'));
    else if (!file.upload.app) setMissing(t('market.noApp'));
    else {
      setMissing(undefined);
      const { error } = await offer({
        uploadId: file.upload.uploadId,
        listing,
        ...(seen.current === undefined ? {} : { updateTime: seen.current }),
      });
      if (!error) {
        toasts.done(t('market.added'));
        return undefined;
      }
      const fault = error as CallFault;
      return told(fault) || showFieldFault(form, listingFields, fault) ? 'stay' : fault;
    }
    return 'stay';
  };
  return (
    <FormDialog<Listing>
      open
      form={form}
      title={app ? t('market.addVersionOf', { name: app.package }) : t('market.add')}
      initial={app ? listingOf(app) : NOTHING}
      submit={t('market.submit')}
      width={WIDTH_PX}
      onSubmit={submit}
      onClose={() => {
        uploads.discard();
        onClose();
      }}
    >
      <div className={styles.form}>
        {file ? (
          <ul className={styles.apps} aria-label={t('market.file')}>
            <FileRow file={file} uploads={uploads} />
          </ul>
        ) : (
          <FileDrop onFiles={take} full={false} hint={t('market.dropHint')} accept={ENDINGS} />
        )}
        {missing ? <Note tone="warning">{missing}</Note> : null}
        {line}
        <ListingFields />
      </div>
    </FormDialog>
  );
}
