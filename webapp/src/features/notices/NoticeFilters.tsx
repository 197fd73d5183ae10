// Filters of the messages: kinds are chips, the read state is one of three.
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { FilterChips } from '@/ui/list/FilterChips';
import { useCountMessagesQuery } from './api';
import styles from './Notices.module.css';
import { kinds, type NoticeKind, type NoticesState } from './noticesState';

interface Props {
  state: NoticesState;
  onChange: (part: Partial<NoticesState>) => void;
}

export function NoticeFilters({ state, onChange }: Props) {
  const { t } = useTranslation();
  const { data } = useCountMessagesQuery(undefined, { refetchOnMountOrArgChange: true, refetchOnReconnect: true });
  const countOf = (kind: NoticeKind | 'all') =>
    kind === 'all' ? data : data?.kinds.find(({ type }) => String(type) === kind);
  const unread = countOf(state.type)?.unread ?? 0;
  return (
    <>
      <FilterChips<NoticesState['type']>
        label={t('notices.kinds')}
        value={state.type}
        chips={(['all', ...kinds] as const).map((value) => ({
          value,
          label: value === 'all' ? t('notices.all') : t(`notices.kind.${value}`),
          count: data && (countOf(value)?.total ?? 0),
        }))}
        onChange={(type) => onChange({ type })}
      />
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
