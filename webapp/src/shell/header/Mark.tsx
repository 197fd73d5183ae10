// The operator's logo, else the product's owl.
import { pictureAddress, useGetBrandingQuery } from '@/features/branding/branding';
import { Owl } from '@/ui/Owl';
import styles from './Mark.module.css';

export function Mark({ size }: { size: number }) {
  const logo = pictureAddress(useGetBrandingQuery().data?.main);
  return logo ? <img className={styles.logo ?? ''} src={logo} alt="" height={size} /> : <Owl size={size} />;
}
