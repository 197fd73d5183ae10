// Short messages at the top right, styled by the design tokens: an icon, a line, perhaps a second line and one link. Three at most.
import { CircleAlert, CircleCheck, Info, LoaderCircle, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useAnnounce } from './Announcer';
import styles from './Toasts.module.css';

interface More {
  /** A second, quieter line. */
  text?: ReactNode;
  /** One action, such as opening the receipt. */
  link?: { label: string; onClick: () => void };
  /** Seconds until it closes; those of its kind when left out. */
  seconds?: number;
  /** Called when the toast is closed, by the member or after its time. */
  onClose?: () => void;
  /** Toasts of one key replace each other. */
  key?: string;
}
type ShowToast = (title: string, more?: More) => void;

export interface Toasts {
  done: ShowToast;
  failed: ShowToast;
  warned: ShowToast;
  noted: ShowToast;
  /** Stays until replaced or closed: give it a `key`. */
  busy: ShowToast;
  close: (key: string) => void;
}

const ICON = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;
const kinds = {
  done: { icon: <CircleCheck {...ICON} />, tone: 'ok', seconds: 4, role: 'status' },
  failed: { icon: <CircleAlert {...ICON} />, tone: 'err', seconds: 8, role: 'alert' },
  warned: { icon: <TriangleAlert {...ICON} />, tone: 'warn', seconds: 6, role: 'status' },
  noted: { icon: <Info {...ICON} />, tone: 'busy', seconds: 5, role: 'status' },
  busy: { icon: <LoaderCircle {...ICON} className="owl-turning" />, tone: 'busy', seconds: 0, role: 'status' },
} as const;

/** The toasts of the app; stable between renders. */
export function useToasts(): Toasts {
  const announce = useAnnounce();
  return useMemo(() => {
    const tell =
      (kind: keyof typeof kinds): ShowToast =>
      (title, more = {}) => {
        const { icon, tone, seconds, role } = kinds[kind];
        const { key, link, text, onClose } = more;
        announce(({ notification }) =>
          notification.open({
            ...(key ? { key } : {}),
            ...(onClose ? { onClose } : {}),
            title,
            description: text,
            icon: <span data-tone={tone}>{icon}</span>,
            actions: link ? (
              <button
                type="button"
                className={`owl-plain-button ${styles.link}`}
                onClick={() => {
                  if (key) notification.destroy(key);
                  link.onClick();
                }}
              >
                {link.label}
              </button>
            ) : undefined,
            duration: more.seconds ?? seconds,
            role,
            className: `${styles.toast} ${link ? styles.linked : ''}`,
            closeIcon: <X size={14} strokeWidth={1.6} />,
          }),
        );
      };
    return {
      done: tell('done'),
      failed: tell('failed'),
      warned: tell('warned'),
      noted: tell('noted'),
      busy: tell('busy'),
      close: (key) => announce(({ notification }) => notification.destroy(key)),
    };
  }, [announce]);
}
