// Actions for the selected files. Deleting asks first and names what is lost.
import { Button } from 'antd';
import { Download, PencilLine, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { useToasts } from '@/ui/announce/Toasts';
import { Confirm } from '@/ui/dialogs/Confirm';
import { faultWords } from '@/ui/states/faultWords';
import { usePlayContext } from '../PlayContext';
import { type Entry, useDeleteFilesMutation } from './api';
import styles from './Files.module.css';
import { inside } from './paths';
import type { Chosen } from './useChosen';

interface Props {
  path: string;
  chosen: Chosen;
  onRename: (name: string) => void;
  onFetch: (entries: readonly Entry[]) => void;
}

/** Most names that the question before deleting shows; the rest is counted. */
const NAMED_MAX = 5;
const ICON = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

export function ChosenBar({ path, chosen, onRename, onFetch }: Props) {
  const { t } = useTranslation();
  const { phoneId } = usePlayContext();
  const toasts = useToasts();
  const [remove] = useDeleteFilesMutation();
  // The names stay while the dialog closes, after the selection is empty.
  const [asked, setAsked] = useState<readonly Entry[]>([]);
  const { entries } = chosen;
  const files = entries.filter(({ kind }) => kind === 'file');
  const one = entries.length === 1 ? entries[0] : undefined;
  if (chosen.asking && asked !== entries && entries.length > 0) setAsked(entries);

  const confirm = async () => {
    const { data, error } = await remove({ phoneId, paths: asked.map(({ name }) => inside(path, name)) });
    if (error) return toasts.failed(t('files.deleteFailed'), { text: faultWords(error as CallFault, t) });
    const kept = data?.list.filter(({ code }) => code !== 0) ?? [];
    const gone = asked.length - kept.length;
    if (kept.length === 0) toasts.done(t('files.deleted', { count: gone }));
    else toasts.warned(t('files.deletedSome', { n: gone, kept: kept.length }), { text: kept[0]?.msg });
    chosen.clear();
  };
  const folders = asked.filter(({ kind }) => kind === 'folder').length;
  return (
    <>
      {entries.length > 0 ? (
        <div className={styles.chosen} role="toolbar" aria-label={t('files.chosenBar')}>
          <span className="owl-figures">{t('files.chosen', { n: entries.length })}</span>
          <Button
            size="small"
            type="text"
            icon={<Download {...ICON} />}
            disabled={files.length === 0}
            aria-label={t('files.download')}
            title={t(files.length === 0 ? 'files.noFolders' : 'files.download')}
            onClick={() => onFetch(files)}
          />
          <Button
            size="small"
            type="text"
            icon={<PencilLine {...ICON} />}
            disabled={!one}
            aria-label={t('files.rename')}
            title={t(one ? 'files.rename' : 'files.onlyOne')}
            onClick={() => one && onRename(one.name)}
          />
          <Button
            size="small"
            type="text"
            danger
            icon={<Trash2 {...ICON} />}
            aria-label={t('files.delete')}
            title={t('files.delete')}
            onClick={() => chosen.ask(true)}
          />
        </div>
      ) : null}
      <Confirm
        open={chosen.asking && asked.length > 0}
        title={t('files.deleteAsk', { count: asked.length })}
        verb={t('files.deleteVerb', { count: asked.length })}
        onConfirm={confirm}
        onClose={() => chosen.ask(false)}
      >
        <ul className={styles.lost}>
          {asked.slice(0, NAMED_MAX).map(({ name }) => (
            <li key={name}>
              <bdi>{name}</bdi>
            </li>
          ))}
          {asked.length > NAMED_MAX ? <li>{t('files.andMore', { n: asked.length - NAMED_MAX })}</li> : null}
        </ul>
        <p>{t(folders > 0 ? 'files.deleteFolders' : 'files.deleteText')}</p>
      </Confirm>
    </>
  );
}
