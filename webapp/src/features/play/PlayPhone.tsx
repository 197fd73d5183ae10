// The page of one phone: the stage with the phone, its keys and figures; on a desk its neighbours on the left and the panel on the right.
import { ConfigProvider } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppDispatch } from '@/app/store';
import { trailSet } from '@/shell/slice';
import { usePageTitle } from '@/shell/usePageTitle';
import { useWide } from '@/ui/useWide';
import { useInputToasts } from './input/useInputToasts';
import { useReadyToType } from './input/useKeyboard';
import { Neighbours } from './neighbours/Neighbours';
import { type Play, PlayProvider } from './PlayContext';
import styles from './PlayPhone.module.css';
import { FoldButton, FoldedEdge, useFolding } from './panel/Folding';
import { Panel } from './panel/Panel';
import { PanelSheet } from './panel/PanelSheet';
import { PushHere } from './push/PushHere';
import { Rail } from './rail/Rail';
import { Readout } from './readout/Readout';
import { usePlay } from './session/usePlay';
import { usePlayTools } from './session/usePlayTools';
import { useReport } from './session/useReport';
import { Head } from './stage/Head';
import { Screen } from './stage/Screen';
import { ControlRequests } from './together/ControlRequests';
import { useControlToasts } from './together/useControlToasts';
import { usePhones } from './usePhones';

interface Props {
  phoneId: number;
  mode: 'control' | 'view';
}

/** In full screen only what lies inside the stage is seen: sheets and tooltips go there too. */
const popupPlace = () =>
  document.fullscreenElement instanceof HTMLElement ? document.fullscreenElement : document.body;

export function PlayPhone({ phoneId, mode }: Props) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const wide = useWide();
  const [attempt, setAttempt] = useState(0);
  const [sheet, setSheet] = useState(false);
  const page = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const { phone, neighbours } = usePhones(phoneId);
  const name = phone?.phoneAlias || phone?.owlId || t('pages.play');
  const heading = usePageTitle(name);
  const session = usePlay({ phoneId, mode, attempt });
  const tools = usePlayTools(phoneId, session, name);
  useReadyToType(session.state, tools.keyboard, heading);
  useReport(phoneId, session.state);
  useInputToasts(session);
  useControlToasts(session);

  useEffect(() => {
    dispatch(trailSet(name));
  }, [dispatch, name]);

  const strip = useFolding('neighbours');
  const side = useFolding('panel');

  const reopen = () => setAttempt((n) => n + 1);
  const play: Play = { ...session, ...tools, phoneId, name, phone, stage, wide, reopen };

  return (
    <PlayProvider value={play}>
      <ConfigProvider getPopupContainer={popupPlace}>
        <PushHere place={page}>
          <div ref={page} className={styles.play}>
            {!wide || !phone ? null : strip.folded ? (
              <FoldedEdge part="neighbours" onToggle={strip.toggle} />
            ) : (
              <Neighbours
                phones={neighbours}
                grouped={Boolean(phone.groupId)}
                current={phoneId}
                fold={<FoldButton part="neighbours" folded={false} onToggle={strip.toggle} />}
              />
            )}
            <div ref={stage} className={styles.stage} data-wide={wide}>
              <Head heading={heading} />
              <ControlRequests />
              <div className={styles.room} data-own={tools.view.ownSize}>
                <div className={styles.device}>
                  <Screen />
                  {wide ? <Rail /> : null}
                </div>
              </div>
              {wide ? null : <Rail onMore={() => setSheet(true)} />}
              <Readout />
            </div>
            {wide && side.folded ? (
              <FoldedEdge part="panel" onToggle={side.toggle} />
            ) : wide ? (
              <aside className={styles.panel} aria-label={t('play.panel')}>
                <div className={styles.panelHead}>
                  <h2>{t('play.panel')}</h2>
                  <FoldButton part="panel" folded={false} onToggle={side.toggle} />
                </div>
                <Panel />
              </aside>
            ) : (
              <PanelSheet open={sheet} onClose={() => setSheet(false)} />
            )}
          </div>
        </PushHere>
      </ConfigProvider>
    </PlayProvider>
  );
}
