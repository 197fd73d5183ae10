// How large controls are: default, medium, small, mini. Apart from the other switches, which the sign-in page loads too.
import { Dropdown } from 'antd';
import { ALargeSmall } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import { useAppDispatch, useAppSelector } from '@/app/store';
import { type Size, sizes } from '@/core/storage';
import styles from '../frame/Frame.module.css';
import { sizeChosen } from '../slice';

/** Chooses a size; the current view is then opened afresh. */
export function useSizeChoice(): (size: Size) => void {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  return (size) => {
    dispatch(sizeChosen(size));
    void navigate(paths.redirect + pathname + search + hash, { replace: true });
  };
}

export function SizeSwitch() {
  const { t } = useTranslation();
  const size = useAppSelector((state) => state.shell.size);
  const onChoose = useSizeChoice();
  const items = sizes.map((each) => ({ key: each, label: t(`shell.size.${each}`), onClick: () => onChoose(each) }));
  return (
    <Dropdown menu={{ items, selectedKeys: [size] }} trigger={['click']} placement="bottomRight">
      <button
        type="button"
        className={`owl-plain-button ${styles.tool}`}
        aria-label={t('shell.sizeOf', { now: t(`shell.size.${size}`) })}
      >
        <ALargeSmall size={18} strokeWidth={1.6} aria-hidden="true" />
      </button>
    </Dropdown>
  );
}
