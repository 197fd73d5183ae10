// The palette's commands that are no pages: what the header and the settings switch, and the way out.
import {
  ALargeSmall,
  AppWindow,
  Keyboard,
  Languages,
  LogOut,
  Maximize,
  MessageSquareText,
  Monitor,
  Moon,
  PanelLeft,
  PanelTop,
  Settings2,
  Sun,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import { useAppDispatch, useAppSelector } from '@/app/store';
import { sizes } from '@/core/storage';
import { useSignOut } from '@/features/session/useSignOut';
import { otherLocale, switchLanguage } from '@/i18n';
import { useFullscreen } from '@/ui/useFullscreen';
import { useWide } from '@/ui/useWide';
import { useSizeChoice } from '../settings/SizeSwitch';
import { languageNames } from '../settings/switches';
import { appearanceChosen, overlayShown, tagsViewChosen } from '../slice';
import type { Command } from './Palette';

/** The sidebar that stands beside the page. */
export interface StandingSidebar {
  open: boolean;
  toggle: () => void;
}

/** `sidebar`: null where none stands. */
export function useCommands(sidebar: StandingSidebar | null): Command[] {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const wide = useWide();
  const { appearance, layout, size } = useAppSelector((state) => state.shell);
  const { toggle: onFullscreen } = useFullscreen();
  const onSize = useSizeChoice();
  const onSignOut = useSignOut();

  const appearances = [
    { mode: 'light', icon: Sun },
    { mode: 'dark', icon: Moon },
    { mode: 'auto', icon: Monitor },
  ] as const;
  const command = (key: string, title: string, icon: Command['icon'], run: () => void, also = ''): Command => ({
    key,
    group: 'switches',
    title,
    icon,
    also: also || key,
    run,
  });
  const desk = [
    ...(sidebar
      ? [command('sidebar', t(sidebar.open ? 'shell.narrow' : 'shell.widen'), PanelLeft, sidebar.toggle)]
      : []),
    command('tabs', t(layout.tagsView ? 'shell.hideTabs' : 'shell.showTabs'), PanelTop, () =>
      dispatch(tagsViewChosen(!layout.tagsView)),
    ),
    command('help', t('shell.keys.title'), Keyboard, () => dispatch(overlayShown('help'))),
  ];
  return [
    ...appearances
      .filter(({ mode }) => mode !== appearance)
      .map(({ mode, icon }) =>
        command(`mode ${mode}`, t('shell.turn', { to: t(`switches.${mode}`) }), icon, () =>
          dispatch(appearanceChosen(mode)),
        ),
      ),
    command('language', languageNames[otherLocale()], Languages, switchLanguage, 'language 语言 English 中文'),
    ...sizes
      .filter((each) => each !== size)
      .map((each) =>
        command(`size ${each}`, t('shell.sizeTo', { to: t(`shell.size.${each}`) }), ALargeSmall, () => onSize(each)),
      ),
    ...(wide ? desk : []),
    command('fullscreen', t('shell.fullscreen'), Maximize, onFullscreen),
    command('settings', t('shell.layout'), Settings2, () => dispatch(overlayShown('settings'))),
    command('feedback', t('feedback.title'), MessageSquareText, () => dispatch(overlayShown('feedback'))),
    {
      ...command('browser', t('switches.browser'), AppWindow, () => void navigate(paths.browser), paths.browser),
      group: 'pages',
    },
    { ...command('sign-out', t('session.signOut'), LogOut, onSignOut), group: 'member' },
  ];
}
