// The settings drawer: side theme, appearance, theme colour, and what the frame shows. Changes show at once; saving keeps them.
import { Button, Drawer, Segmented, Switch } from 'antd';
import { Check, X } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import { useAppDispatch, useAppSelector } from '@/app/store';
import { type Appearance, type SideTheme, layout as storedLayout } from '@/core/storage';
import { useToasts } from '@/ui/announce/Toasts';
import { useWide } from '@/ui/useWide';
import { appearanceChosen, type LayoutChange, layoutChanged, layoutSaved, overlayShown } from '../slice';
import styles from './SettingsDrawer.module.css';

/** The colours to begin with; the product's own is the first. */
export const PREDEFINED = ['#409EFF', '#11A983', '#13C2C2', '#6959CD', '#D9487D', '#E5843A', '#C4302B', '#304156'];

/** The key of the message that changes are not saved. */
const UNSAVED = 'layout-unsaved';

const switches = ['topNav', 'tagsView', 'fixedHeader', 'sidebarLogo'] as const;

export default function SettingsDrawer() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const toasts = useToasts();
  const wide = useWide();
  const open = useAppSelector((state) => state.shell.overlay === 'settings');
  const layout = useAppSelector((state) => state.shell.layout);
  const appearance = useAppSelector((state) => state.shell.appearance);
  const change = (change: LayoutChange) => dispatch(layoutChanged(change));
  const stored = storedLayout.get();
  const unsaved = (Object.keys(layout) as (keyof typeof layout)[]).some((key) => layout[key] !== stored[key]);
  const leave = () => dispatch(overlayShown(null));
  const save = () => {
    dispatch(layoutSaved());
    toasts.done(t('shell.set.saved'), { key: UNSAVED });
  };
  const onSave = () => {
    save();
    leave();
  };
  const close = () => {
    leave();
    if (unsaved) {
      toasts.warned(t('shell.set.unsaved'), {
        key: UNSAVED,
        link: { label: t('shell.set.save'), onClick: save },
      });
    }
  };
  const onReset = () => {
    storedLayout.clear();
    window.location.reload();
  };
  return (
    <Drawer
      open={open}
      onClose={close}
      title={t('shell.layout')}
      placement={wide ? 'right' : 'bottom'}
      size={wide ? 320 : 560}
      closable={{ closeIcon: <X size={18} strokeWidth={1.6} />, placement: 'end', 'aria-label': t('common.close') }}
      footer={
        <div className={styles.footer}>
          <span className={styles.unsaved} role="status">
            {unsaved ? t('shell.set.unsavedShort') : null}
          </span>
          <Button onClick={onReset}>{t('common.reset')}</Button>
          <Button type="primary" onClick={onSave}>
            {t('shell.set.save')}
          </Button>
        </div>
      }
    >
      <Group title={t('shell.set.appearance')}>
        <Segmented<Appearance>
          block
          aria-label={t('shell.set.appearance')}
          value={appearance}
          onChange={(mode) => dispatch(appearanceChosen(mode))}
          options={(['light', 'dark', 'auto'] as const).map((mode) => ({ value: mode, label: t(`switches.${mode}`) }))}
        />
      </Group>
      {wide ? (
        <Group title={t('shell.set.sideTheme')}>
          <Segmented<SideTheme>
            block
            aria-label={t('shell.set.sideTheme')}
            value={layout.sideTheme}
            onChange={(value) => change({ key: 'sideTheme', value })}
            options={[
              { value: 'theme-dark', label: t('switches.dark') },
              { value: 'theme-light', label: t('switches.light') },
            ]}
          />
        </Group>
      ) : null}
      <Group title={t('shell.set.theme')}>
        <Colours value={layout.theme} onChange={(value) => change({ key: 'theme', value })} />
      </Group>
      {wide ? (
        <Group title={t('shell.set.frame')}>
          {switches.map((key) => (
            <SwitchRow
              key={key}
              label={t(`shell.set.${key}`)}
              checked={layout[key]}
              onChange={(value) => change({ key, value })}
            />
          ))}
        </Group>
      ) : null}
      <p className={styles.check}>
        <Link to={paths.browser} onClick={close}>
          {t('switches.browser')}
        </Link>
      </p>
    </Drawer>
  );
}

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className={styles.group}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function SwitchRow({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <div className={styles.row}>
      <label htmlFor={id}>{label}</label>
      <Switch id={id} checked={checked} onChange={onChange} />
    </div>
  );
}

function Colours({ value, onChange }: { value: string; onChange: (colour: string) => void }) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <div className={styles.colours}>
      {PREDEFINED.map((colour) => (
        <label key={colour} className={styles.colour} style={{ background: colour }}>
          <input
            type="radio"
            name={name}
            checked={value.toUpperCase() === colour}
            onChange={() => onChange(colour)}
            aria-label={t('shell.set.colour', { colour })}
          />
          <Check size={14} strokeWidth={2.4} aria-hidden="true" />
        </label>
      ))}
      {/* The browser's own: antd's picker would come with every page, through its buttons' style. */}
      <label className={styles.other}>
        {t('shell.set.otherColour')}
        <input
          type="color"
          className="owl-hidden-text"
          value={value.toLowerCase()}
          onChange={(event) => onChange(event.target.value.toUpperCase())}
        />
      </label>
    </div>
  );
}
