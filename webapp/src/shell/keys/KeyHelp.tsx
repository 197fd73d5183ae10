// The keys of the console, on one sheet.
import { useTranslation } from 'react-i18next';
import { useAppDispatch, useAppSelector } from '@/app/store';
import { Sheet } from '@/ui/dialogs/Sheet';
import { overlayShown } from '../slice';
import styles from './KeyHelp.module.css';

const MOD = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
const SPACE = 'Space';

const groups = [
  {
    title: 'shell.keys.everywhere',
    keys: [
      { keys: [MOD, 'K'], text: 'shell.keys.palette' },
      { keys: ['/'], text: 'shell.keys.search' },
      { keys: ['?'], text: 'shell.keys.help' },
      { keys: ['Esc'], text: 'shell.keys.close' },
      { keys: ['Tab'], text: 'shell.keys.skip' },
    ],
  },
  {
    title: 'shell.keys.grid',
    keys: [
      { keys: ['↑', '↓', '←', '→'], text: 'shell.keys.gridMove' },
      { keys: ['Enter'], text: 'shell.keys.gridOpen' },
      { keys: [SPACE], text: 'shell.keys.gridSelect' },
      { keys: ['Shift', SPACE], text: 'shell.keys.gridRange' },
      { keys: [MOD, 'A'], text: 'shell.keys.gridPage' },
      { keys: ['Esc'], text: 'shell.keys.gridClear' },
      { keys: ['M'], text: 'shell.keys.gridMenu' },
      { keys: ['F2'], text: 'shell.keys.gridRename' },
    ],
  },
  {
    title: 'shell.keys.play',
    keys: [
      { keys: ['Esc', 'Esc'], text: 'shell.keys.leave' },
      { keys: ['Ctrl', 'V'], text: 'shell.keys.paste' },
      { keys: ['F8'], text: 'shell.keys.sync' },
    ],
  },
] as const;

export default function KeyHelp() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const open = useAppSelector((state) => state.shell.overlay === 'help');
  return (
    <Sheet open={open} title={t('shell.keys.title')} onClose={() => dispatch(overlayShown(null))}>
      {groups.map(({ title, keys }) => (
        <section key={title} className={styles.group}>
          <h3>{t(title)}</h3>
          <dl>
            {keys.map((row) => (
              <div key={row.text} className={styles.row}>
                <dt>{t(row.text)}</dt>
                <dd>
                  {row.keys.map((key, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the same key may come twice, and the row never changes.
                    <kbd key={index}>{key}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Sheet>
  );
}
