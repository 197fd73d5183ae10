// Row of an app on the phone that is played: name and version, a button that starts or stops it, further actions behind "…".
import { Button, Dropdown, type MenuProps } from 'antd';
import { Copy, Ellipsis, Eraser, RotateCcw, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '@/core/rules';
import { useCopy } from '@/ui/copy/Copy';
import { useWide } from '@/ui/useWide';
import { AppIcon } from './AppIcon';
import styles from './Apps.module.css';
import { type App, type AppKind, type AppOnPhone, nameOf } from './api';
import type { AppAction } from './useAppAction';

const ICON = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

interface Props {
  app: App;
  action: AppAction | null;
  busy: boolean;
  onBegin: (kind: AppKind) => void;
  onAsk: (kind: 'uninstallApp' | 'clearApp') => void;
}

export function AppRow({ app, action, busy, onBegin, onAsk }: Props) {
  const { t } = useTranslation();
  const copy = useCopy();
  const wide = useWide();
  const [here] = app.phones;
  if (!here) return null;
  const name = nameOf(app);
  const items: MenuProps['items'] = [
    {
      key: 'restart',
      icon: <RotateCcw {...ICON} />,
      label: t('apps.restart'),
      disabled: busy || !here.running || !here.startable,
      onClick: () => onBegin('restartApp'),
    },
    { key: 'copy', icon: <Copy {...ICON} />, label: t('apps.copy'), onClick: () => void copy(app.package) },
    { type: 'divider' },
    {
      key: 'clear',
      icon: <Eraser {...ICON} />,
      label: t('apps.clear'),
      disabled: busy,
      onClick: () => onAsk('clearApp'),
    },
    {
      key: 'uninstall',
      icon: <Trash2 {...ICON} />,
      label: t('apps.uninstall'),
      danger: true,
      disabled: busy,
      onClick: () => onAsk('uninstallApp'),
    },
  ];
  return (
    <li className={styles.row}>
      <AppIcon icon={app.icon} />
      <div className={styles.about}>
        <b className={styles.name} title={app.package}>
          <bdi>{name}</bdi>
        </b>
        {action?.reason ? (
          <span className={styles.fault} role="alert">
            {action.reason}
          </span>
        ) : (
          <Facts here={here} working={action?.working === true} />
        )}
      </div>
      <Button
        type={wide ? 'text' : 'default'}
        size={wide ? 'small' : 'middle'}
        className={here.running || !here.startable ? '' : (styles.start ?? '')}
        disabled={busy || (!here.running && !here.startable)}
        loading={action?.working === true}
        onClick={() => onBegin(here.running ? 'stopApp' : 'startApp')}
      >
        {t(here.running ? 'apps.stop' : 'apps.start')}
      </Button>
      <Dropdown trigger={['click']} menu={{ items }} placement="bottomRight">
        <Button
          type="text"
          size={wide ? 'small' : 'middle'}
          icon={<Ellipsis {...ICON} />}
          aria-label={t('apps.menu', { name })}
        />
      </Dropdown>
    </li>
  );
}

/** Line with version, size, and whether the app runs. */
function Facts({ here, working }: { here: AppOnPhone; working: boolean }) {
  const { t } = useTranslation();
  const parts = [here.versionName, here.size === null ? null : formatBytes(here.size)].filter((part) => part !== null);
  const state = working
    ? t('apps.working')
    : here.inFront
      ? t('apps.front')
      : here.running
        ? t('apps.background')
        : null;
  return (
    <span className={styles.small}>
      <span className="owl-figures">{parts.join(' ・ ')}</span>
      {state ? <span className={styles.runs}>{`${parts.length > 0 ? ' ・ ' : ''}${state}`}</span> : null}
      {here.startable ? null : <span>{`${parts.length > 0 ? ' ・ ' : ''}${t('apps.noLauncher')}`}</span>}
    </span>
  );
}
