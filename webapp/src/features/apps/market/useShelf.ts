// Taking apps and versions down, offering them again, and removing them.
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { useAlerts } from '@/ui/announce/Announcer';
import { useToasts } from '@/ui/announce/Toasts';
import { faultWords } from '@/ui/states/faultWords';
import { useRemoveAppVersionMutation, useSetAppOfferedMutation } from './api';

type Target = { appId: number } | { versionId: number };

export function useShelf() {
  const { t } = useTranslation();
  const alerts = useAlerts();
  const toasts = useToasts();
  const [setOffered] = useSetAppOfferedMutation();
  const [removeVersion] = useRemoveAppVersionMutation();
  const said = (error: unknown, words: string) => {
    if (error) toasts.failed(faultWords(error as CallFault, t));
    else toasts.done(words);
  };
  const set = async (target: Target, down: boolean) => {
    const { error } = await setOffered({ ...target, down });
    said(error, t('market.changed'));
  };
  return {
    /** Takes down what `name` says, once that is confirmed; or offers it again, at once. */
    turn: (target: Target, name: string, down: boolean) => {
      if (!down) return void set(target, false);
      alerts.confirm({
        title: t('market.downTitle', { name }),
        content: t('market.downText'),
        okText: t('market.down'),
        cancelText: t('common.cancel'),
        onOk: () => set(target, true),
      });
    },
    /** Removes a version, once that is confirmed. */
    remove: (versionId: number, name: string) =>
      alerts.confirm({
        title: t('market.removeTitle', { name }),
        content: t('market.removeText'),
        okText: t('market.remove'),
        cancelText: t('common.cancel'),
        okButtonProps: { danger: true },
        onOk: async () => {
          const { error } = await removeVersion(versionId);
          said(error, t('market.removed'));
        },
      }),
  };
}
