// Fullscreen, language and appearance: small buttons of the header, labelled ones on the sign-in page.
import { Tooltip } from 'antd';
import { Languages, type LucideIcon, Maximize, Minimize, Monitor, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppDispatch, useAppSelector } from '@/app/store';
import type { Appearance } from '@/core/storage';
import { otherLocale, switchLanguage } from '@/i18n';
import { useFullscreen } from '@/ui/useFullscreen';
import frame from '../frame/Frame.module.css';
import { appearanceChosen } from '../slice';
import styles from './switches.module.css';

interface ToolProps {
  label: string;
  icon: LucideIcon;
  /** Of what is on or off. */
  pressed?: boolean;
  onClick: () => void;
}

function Tool({ label, icon: Icon, pressed, onClick }: ToolProps) {
  return (
    <Tooltip title={label}>
      <button
        type="button"
        className={`owl-plain-button ${frame.tool}`}
        aria-label={label}
        aria-pressed={pressed}
        onClick={onClick}
      >
        <Icon size={16} strokeWidth={1.6} />
      </button>
    </Tooltip>
  );
}

function Labelled({
  label,
  name,
  icon: Icon,
  onClick,
}: {
  label: string;
  name: ReactNode;
  icon: LucideIcon;
  onClick: () => void;
}) {
  return (
    <button type="button" className={`owl-plain-button ${styles.labelled}`} aria-label={label} onClick={onClick}>
      <Icon size={16} strokeWidth={1.6} aria-hidden="true" />
      <span>{name}</span>
    </button>
  );
}

export function FullscreenSwitch() {
  const { t } = useTranslation();
  const { on, toggle } = useFullscreen();
  return <Tool label={t('shell.fullscreen')} icon={on ? Minimize : Maximize} pressed={on} onClick={toggle} />;
}

/** Each language is named in itself. */
export const languageNames = { 'zh-CN': '简体中文', 'en-US': 'English' } as const;

export function LanguageSwitch({ labelled = false }: { labelled?: boolean }) {
  const { t } = useTranslation();
  const name = languageNames[otherLocale()];
  const label = t('switches.language', { name });
  return labelled ? (
    <Labelled label={label} name={<span lang={otherLocale()}>{name}</span>} icon={Languages} onClick={switchLanguage} />
  ) : (
    <Tool label={label} icon={Languages} onClick={switchLanguage} />
  );
}

const appearances: Record<Appearance, { icon: LucideIcon; next: Appearance; key: `switches.${Appearance}` }> = {
  auto: { icon: Monitor, next: 'light', key: 'switches.auto' },
  light: { icon: Sun, next: 'dark', key: 'switches.light' },
  dark: { icon: Moon, next: 'auto', key: 'switches.dark' },
};

export function AppearanceSwitch({ labelled = false }: { labelled?: boolean }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { icon, next, key } = appearances[useAppSelector((state) => state.shell.appearance)];
  const label = t('switches.appearance', { now: t(key), next: t(appearances[next].key) });
  const onClick = () => dispatch(appearanceChosen(next));
  return labelled ? (
    <Labelled label={label} name={t(key)} icon={icon} onClick={onClick} />
  ) : (
    <Tool label={label} icon={icon} onClick={onClick} />
  );
}
