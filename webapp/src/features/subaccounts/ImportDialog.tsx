// Sub-accounts from a table: each row is an invitation.
import { useTranslation } from 'react-i18next';
import { constants } from '@/core/rules';
import Import from '@/ui/import/ImportDialog';
import { importTemplate, useImportSubAccountsMutation } from './api';
import { PERMISSIONS } from './permissions';

export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [run, { isLoading }] = useImportSubAccountsMutation();
  const template = async () => {
    const file = await importTemplate();
    return file instanceof Blob ? { name: t('subAccounts.templateFile'), file } : file;
  };
  return (
    <Import
      title={t('subAccounts.importTitle')}
      note={
        <>
          <p>{t('subAccounts.importColumns', { n: constants().batchMax })}</p>
          <p>
            {t('subAccounts.importPermissions', {
              names: PERMISSIONS.map((each) => t(`subAccounts.${each}`)).join(t('batch.and')),
            })}
          </p>
          <p>{t('subAccounts.importText')}</p>
        </>
      }
      submit={(n, lacking) =>
        lacking > 0 ? t('subAccounts.importLacks', { n, lacking }) : t('subAccounts.importRows', { n })
      }
      done={(count) => t('subAccounts.imported', { count })}
      busy={isLoading}
      run={run}
      template={template}
      onClose={onClose}
    />
  );
}
