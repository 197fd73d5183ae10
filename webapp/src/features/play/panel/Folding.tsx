// A side part of a phone's page that folds away to a narrow edge with one button. The browser remembers it.
import { PanelLeftClose, PanelLeftOpen, PanelRightClose, PanelRightOpen } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { neighboursShown, panelShown } from '@/core/storage';
import styles from './Folding.module.css';

const parts = {
  neighbours: { kept: neighboursShown, Close: PanelLeftClose, Open: PanelLeftOpen, words: 'play.neighbours' },
  panel: { kept: panelShown, Close: PanelRightClose, Open: PanelRightOpen, words: 'play.panel' },
} as const;

export function useFolding(part: keyof typeof parts) {
  const { kept } = parts[part];
  const [folded, setFolded] = useState(() => kept.get() === 'folded');
  const toggle = () => {
    kept.set(folded ? 'shown' : 'folded');
    setFolded(!folded);
  };
  return { folded, toggle };
}

interface Props {
  part: keyof typeof parts;
  folded: boolean;
  onToggle: () => void;
}

export function FoldButton({ part, folded, onToggle }: Props) {
  const { t } = useTranslation();
  const { Close, Open, words } = parts[part];
  const Icon = folded ? Open : Close;
  const label = t(folded ? 'play.unfold' : 'play.fold', { part: t(words) });
  return (
    <button
      type="button"
      className={`owl-plain-button ${styles.fold}`}
      aria-expanded={!folded}
      aria-label={label}
      title={label}
      onClick={onToggle}
    >
      <Icon size={16} strokeWidth={1.6} aria-hidden="true" />
    </button>
  );
}

/** Narrow edge that stays of a folded part, with the button that unfolds it. */
export function FoldedEdge({ part, onToggle }: Pick<Props, 'part' | 'onToggle'>) {
  return (
    <div className={styles.edge} data-part={part}>
      <FoldButton part={part} folded onToggle={onToggle} />
    </div>
  );
}
