// Which messages are shown: kinds are chips, the read state is one of three.
import { Segmented } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useCountMessagesQuery } from './api';
import styles from './Notices.module.css';
import { kinds, type NoticeKind, type NoticesState } from './noticesState';

interface Props {
  state: NoticesState;
  onChange: (part: Partial<NoticesState>) => void;
}

export function NoticeFilters({ state, onChange }: Props) {
  const { t } = useTranslation();
  const name = useId();
  const { data } = useCountMessagesQuery(undefined, { refetchOnMountOrArgChange: true, refetchOnReconnect: true });
  const countOf = (kind: NoticeKind | 'all') =>
    kind === 'all' ? data : data?.kinds.find(({ type }) => String(type) === kind);
  const unread = countOf(state.type)?.unread ?? 0;
  return (
    <>
      <fieldset className={styles.chips}>
        <legend className="owl-hidden-text">{t('notices.kinds')}</legend>
        {(['all', ...kinds] as const).map((kind) => (
          <label key={kind} className={styles.chip} data-chosen={state.type === kind}>
            <input
              type="radio"
              name={name}
              className="owl-hidden-text"
              checked={state.type === kind}
              onChange={() => onChange({ type: kind })}
            />
            {kind === 'all' ? t('notices.all') : t(`notices.kind.${kind}`)}
            {data ? <span className={`${styles.count} owl-figures`}>{countOf(kind)?.total ?? 0}</span> : null}
          </label>
        ))}
      </fieldset>
      <Segmented<NoticesState['read']>
        className={styles.state ?? ''}
        aria-label={t('notices.readState')}
        value={state.read}
        options={[
          { value: 'all', label: t('notices.anyState') },
          { value: 'unread', label: unread > 0 ? t('notices.unreadCount', { n: unread }) : t('notices.onlyUnread') },
          { value: 'read', label: t('notices.onlyRead') },
        ]}
        onChange={(read) => onChange({ read })}
      />
    </>
  );
}
