// Authorization management over the page.
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppDispatch, useAppSelector } from '@/app/store';
import { overlayShown } from '@/shell/slice';
import { Sheet } from '@/ui/dialogs/Sheet';
import { GrantsPanel } from './GrantsPanel';
import { type GrantState, grantCodec } from './grantState';

const WIDTH = 1160;

export default function SharingDialog() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const open = useAppSelector((state) => state.shell.overlay === 'sharing');
  const codec = useMemo(grantCodec, []);
  const [state, setState] = useState<GrantState>(() => codec.read(new URLSearchParams()));
  const change = useCallback((part: Partial<GrantState>) => setState((old) => codec.change(old, part)), [codec]);
  return (
    <Sheet open={open} title={t('sharing.title')} width={WIDTH} onClose={() => dispatch(overlayShown(null))}>
      <GrantsPanel state={state} onChange={change} />
    </Sheet>
  );
}
