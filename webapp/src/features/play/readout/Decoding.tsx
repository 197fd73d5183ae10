// Size of the picture and its decoder, with a link to the browser check: under the phone on a desktop, in the sheet on a
// phone's screen.
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import type { Stats } from '../session/playState';
import { decoderWords } from './figures';
import styles from './Readout.module.css';

export function Decoding({ now }: { now: Stats }) {
  const { t } = useTranslation();
  return (
    <>
      {Math.min(now.width, now.height)}p · {/* In a tab of its own: to leave this one would end the session. */}
      <Link to={paths.browser} target="_blank" rel="noopener" className={styles.check}>
        {t(decoderWords[now.decoder])}
      </Link>
    </>
  );
}
