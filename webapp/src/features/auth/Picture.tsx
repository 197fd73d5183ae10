// The left half: name, welcome words and the drawn phones, or the operator's own background.
import { useTranslation } from 'react-i18next';
import { pictureAddress, useBrandName, useGetBrandingQuery } from '@/features/branding/branding';
import { Owl } from '@/ui/Owl';
import scene from './art/scene.svg?no-inline';
import stars from './art/stars.svg?no-inline';
import styles from './Entry.module.css';

export function Picture() {
  const { t } = useTranslation();
  const name = useBrandName();
  const { data } = useGetBrandingQuery();
  const logo = pictureAddress(data?.main);
  const background = pictureAddress(data?.leftBg);
  return (
    <aside
      className={styles.picture}
      style={{ backgroundImage: `url("${background ?? stars}")` }}
      data-own={!background}
    >
      <div className={styles.pictureBrand}>
        {logo ? <img src={logo} alt="" height={28} /> : <Owl size={28} />}
        <span>{name}</span>
      </div>
      <p className={`${styles.headline} owl-prose`}>{data?.welcomeText || t('signIn.headline')}</p>
      {data?.welcomeText ? null : <p className={styles.sub}>{t('signIn.sub')}</p>}
      {background ? null : <img className={styles.scene} src={scene} alt="" />}
    </aside>
  );
}
