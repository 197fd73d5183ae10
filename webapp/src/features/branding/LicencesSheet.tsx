// The open source components inside the product, with their versions and licences.
import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import licences from '@/contract/licences.json';
import { Sheet } from '@/ui/dialogs/Sheet';
import styles from './About.module.css';

const WIDTH_PX = 720;

export default function LicencesSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLowerCase();
  const rows = licences.filter(({ name, licence }) => `${name} ${licence}`.toLowerCase().includes(wanted));
  return (
    <Sheet open title={t('about.licences')} width={WIDTH_PX} onClose={onClose}>
      <Input
        className={styles.search ?? ''}
        value={query}
        allowClear
        placeholder={t('about.search')}
        aria-label={t('about.search')}
        onChange={(event) => setQuery(event.target.value)}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled list is reached by the keyboard. */}
      <section className={styles.list} aria-label={t('about.licences')} tabIndex={0}>
        {rows.length > 0 ? (
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('about.part')}</th>
                <th scope="col">{t('about.version')}</th>
                <th scope="col">{t('about.licence')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, version, licence }) => (
                <tr key={`${name} ${version}`}>
                  <td>{name}</td>
                  <td className="owl-figures">{version}</td>
                  <td>{licence}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <p role="status">{t('about.noMatch')}</p>
        )}
      </section>
    </Sheet>
  );
}
