// The command palette, which is also the header's search: every page and every switch by a few letters, actions on what is selected, phones, orders and groups.
import { Modal } from 'antd';
import { CornerDownLeft, type LucideIcon, Search } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Entry, PermittedRoute } from '@/app/permitted';
import { useAppDispatch, useAppSelector } from '@/app/store';
import { overlayShown } from '../slice';
import { findableOf, openFound, pagesBeside, QUERY_MAX, searchAmong, titleOf } from './findable';
import { useOffered } from './offers';
import styles from './Palette.module.css';
import { type StandingSidebar, useCommands } from './useCommands';
import { useFinds } from './useFinds';
import { useListbox } from './useListbox';

/** Something that can be done from here. */
export interface Command {
  key: string;
  group: 'selection' | 'pages' | 'switches' | 'member' | 'phones' | 'orders' | 'groups';
  title: string;
  icon: LucideIcon;
  /** Further text that finds the command: a path, a word of the other language. */
  also: string;
  run: () => void;
  /** Action of Alt with Enter instead. */
  aside?: () => void;
  /** Beside the title: an id. */
  detail?: string;
}

export interface PaletteProps {
  menu: readonly Entry[];
  routes: readonly PermittedRoute[];
  sidebar: StandingSidebar | null;
}

interface PaletteQueryProps extends PaletteProps {
  /** Typed text, some of it perhaps from before the palette was there. */
  query: string;
  onQuery: (query: string) => void;
}

export default function Palette(props: PaletteQueryProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const open = useAppSelector((state) => state.shell.overlay === 'palette');
  const close = () => dispatch(overlayShown(null));
  return (
    <Modal
      open={open}
      onCancel={close}
      footer={null}
      closable={false}
      width={560}
      style={{ top: 88 }}
      styles={{ container: { padding: 0 }, header: { margin: 0 } }}
      title={<span className="owl-hidden-text">{t('shell.palette')}</span>}
      destroyOnHidden
    >
      <Commands {...props} onDone={close} />
    </Modal>
  );
}

function Commands({ menu, routes, sidebar, query, onQuery, onDone }: PaletteQueryProps & { onDone: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const switches = useCommands(sidebar);
  const offered = useOffered();
  const { finds, awaited } = useFinds(query, routes);
  const commands = useMemo<Command[]>(() => {
    const inMenu = findableOf(menu, t);
    const pages = [...inMenu, ...pagesBeside(inMenu, routes, t)].map((found) => ({
      key: found.path,
      group: 'pages' as const,
      title: titleOf(found),
      icon: found.icon,
      also: found.path,
      run: () => openFound(found, navigate),
    }));
    const selection = offered.map((offer) => ({ ...offer, group: 'selection' as const, also: '' }));
    return [...selection, ...pages, ...switches];
  }, [menu, routes, switches, offered, t, navigate]);
  const search = useMemo(() => {
    const find = searchAmong(commands.map((command) => ({ titles: [command.title], path: command.also, command })));
    return (words: string) => find(words).map(({ command }) => command);
  }, [commands]);
  const shown = query.trim() ? [...search(query), ...finds] : commands;
  const listbox = useListbox(shown, (command: Command, aside) => {
    onDone();
    if (aside && command.aside) command.aside();
    else command.run();
  });
  return (
    <div className={styles.palette}>
      <div className={styles.field}>
        <Search size={18} strokeWidth={1.6} aria-hidden="true" />
        <input
          {...listbox.input}
          // biome-ignore lint/a11y/noAutofocus: the palette is a field, asked for by the member.
          autoFocus
          value={query}
          maxLength={QUERY_MAX}
          placeholder={t('shell.paletteHint')}
          aria-label={t('shell.paletteHint')}
          onChange={(event) => {
            onQuery(event.target.value);
            listbox.restart();
          }}
        />
        <span className={styles.key}>Esc</span>
      </div>
      {shown.length > 0 ? (
        <div {...listbox.list(t('shell.palette'))} className={styles.list}>
          {shown.map(({ key, group, title, detail, aside, icon: Icon }, index) => (
            <div key={key} {...listbox.option(index)} className={styles.command}>
              <Icon size={16} strokeWidth={1.6} aria-hidden="true" />
              <span className={styles.title}>
                {title}
                {detail ? <small className="owl-figures">{detail}</small> : null}
              </span>
              {aside ? <span className={styles.aside}>{t('shell.aside')}</span> : null}
              <span className={styles.group}>{t(`shell.commands.${group}`)}</span>
              <CornerDownLeft className={styles.enter} size={14} strokeWidth={1.6} aria-hidden="true" />
            </div>
          ))}
        </div>
      ) : (
        <p className={styles.none} role="status">
          {t(awaited ? 'shell.searching' : 'shell.nothingFound')}
        </p>
      )}
    </div>
  );
}
