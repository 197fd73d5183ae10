// The left half: name, welcome words and the drawn phones, or the operator's own background.
import { useTranslation } from 'react-i18next';
import { pictureAddress, useBrandName, useGetBrandingQuery } from '@/features/branding/branding';
import { Owl } from '@/ui/Owl';
import scene from './art/scene.svg?no-inline';
import stars from './art/stars.svg?no-inline';
import styles from './Entry.module.css';

export function Picture() {
  const name = useBrandName();
  const { data } = useGetBrandingQuery();
  return <PictureOf name={name} main={data?.main} leftBg={data?.leftBg} welcomeText={data?.welcomeText} />;
}

interface Props {
  name: string;
  /** Paths of pictures; an empty one is the product's own. */
  main: string | undefined;
  leftBg: string | undefined;
  welcomeText: string | undefined;
}

/** Left half of the page with any branding: the one in force, or one that is being written. */
export function PictureOf({ name, main, leftBg, welcomeText }: Props) {
  const { t } = useTranslation();
  const logo = pictureAddress(main);
  const background = pictureAddress(leftBg);
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
      <p className={`${styles.headline} owl-prose`}>{welcomeText || t('signIn.headline')}</p>
      {welcomeText ? null : <p className={styles.sub}>{t('signIn.sub')}</p>}
      {background ? null : <img className={styles.scene} src={scene} alt="" />}
    </aside>
  );
}
