// A tool's button: an icon with a tooltip in the rail, an icon in the row and above the picture, an icon over its label in the sheet.
import { Tooltip } from 'antd';
import type { LucideIcon } from 'lucide-react';
import { createContext, useContext } from 'react';
import styles from './Rail.module.css';

/** Place of the buttons (beside the phone, in the row below it, above it, in the sheet), and what follows a click. */
interface Place {
  look: 'rail' | 'row' | 'head' | 'sheet';
  onDone?: () => void;
}

const PlaceContext = createContext<Place>({ look: 'rail' });

export const PlaceProvider = PlaceContext.Provider;

const classes = {
  rail: styles.button,
  row: styles.button,
  head: styles.headButton,
  sheet: styles.sheetButton,
} as const satisfies Record<Place['look'], string | undefined>;

interface Props {
  label: string;
  icon: LucideIcon;
  onClick: () => void;
  /** State of a tool that is switched on and off. */
  pressed?: boolean;
}

export function RailButton({ label, icon: Icon, onClick, pressed }: Props) {
  const { look, onDone } = useContext(PlaceContext);
  const button = (
    <button
      type="button"
      className={`owl-plain-button ${classes[look]}`}
      aria-label={label}
      aria-pressed={pressed}
      // A click must not take the focus from the phone's keyboard field.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => {
        onClick();
        onDone?.();
      }}
    >
      <Icon size={look === 'rail' ? 18 : 20} strokeWidth={1.6} aria-hidden="true" />
      {look === 'sheet' ? <span>{label}</span> : null}
    </button>
  );
  return look === 'rail' ? (
    <Tooltip title={label} placement="right">
      {button}
    </Tooltip>
  ) : (
    button
  );
}
