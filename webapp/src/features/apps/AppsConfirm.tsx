// Question before apps or their data are deleted: names the apps and the number of phones.
import { useTranslation } from 'react-i18next';
import { Confirm } from '@/ui/dialogs/Confirm';

/** Most names that the question shows; the title has the number of all. */
const NAMES_MAX = 3;

interface Props {
  open: boolean;
  kind: 'uninstallApp' | 'clearApp';
  names: readonly string[];
  /** Whether the names are typed text, whose number is not known. */
  typed?: boolean;
  phones: number;
  /** Words of the button. */
  verb: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}

export function AppsConfirm({ open, kind, names, typed = false, phones, verb, onConfirm, onClose }: Props) {
  const { t } = useTranslation();
  const said = names.slice(0, NAMES_MAX).join(t('apps.comma'));
  const words = { names: names.length > NAMES_MAX ? `${said} …` : said, phones, count: phones };
  return (
    <Confirm
      open={open}
      title={
        typed
          ? t(kind === 'uninstallApp' ? 'apps.uninstallTyped' : 'apps.clearTyped')
          : t(kind === 'uninstallApp' ? 'apps.uninstallAsk' : 'apps.clearAsk', { count: names.length })
      }
      verb={verb}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {t(kind === 'uninstallApp' ? 'apps.uninstallText' : 'apps.clearText', words)}
    </Confirm>
  );
}
