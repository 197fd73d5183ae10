// Panel of a group that has ended: the reason, and the one next step.
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { paths, signInFor } from '@/app/paths';
import { Code } from '@/core/http';
import { codeText } from '@/core/rules';
import { EmptyState } from '@/ui/states/EmptyState';
import { useGroupPlay } from '../GroupContext';
import { endOf, type GroupOver as Over } from '../groupState';
import styles from './Followers.module.css';

export function GroupOver({ over }: { over: Over }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { again } = useGroupPlay();
  const end = over.kind === 'ended' ? endOf(over.reason, over.detail) : undefined;
  const text = over.kind === 'ended' ? end?.text : over.message || codeText(over.code);
  const signedOut = over.kind === 'ended' ? end?.next === 'signIn' : over.code === Code.signedOut;
  return (
    <div className={styles.over} role="alert">
      <EmptyState
        look={over.kind === 'ended' ? 'shut' : 'crossed'}
        title={t(over.kind === 'ended' ? 'group.ended' : 'group.refused')}
        text={text ?? t('fault.unknown')}
      >
        {signedOut ? (
          <Button type="primary" onClick={() => void navigate(signInFor(pathname + search))}>
            {t('play.signIn')}
          </Button>
        ) : (
          <>
            <Button type="primary" onClick={again}>
              {t('play.retry')}
            </Button>
            <Button onClick={() => void navigate(paths.home)}>{t('play.backToList')}</Button>
          </>
        )}
      </EmptyState>
    </div>
  );
}
