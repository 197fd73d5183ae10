// Accounts from a table.
import { useTranslation } from 'react-i18next';
import Import from '@/ui/import/ImportDialog';
import { exported } from '../api';
import { useImportUsersMutation } from './api';

export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [run, { isLoading }] = useImportUsersMutation();
  return (
    <Import
      title={t('users.importTitle')}
      note={t('users.importText')}
      updatesLabel={t('users.updates')}
      submit={(n, lacking) => (lacking > 0 ? t('users.importLacks', { n, lacking }) : t('users.importRows', { n }))}
      done={(count) => t('users.imported', { count })}
      busy={isLoading}
      run={run}
      template={() => exported('get_import_template', {})}
      onClose={onClose}
    />
  );
}
