// Two who write about one app at once: the second reads what the first wrote, and chooses whose words stay.
import type { FormInstance } from 'antd';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { ChangedMeanwhile, type Meanwhile, meanwhileIn } from '@/ui/editing/ChangedMeanwhile';
import type { Listing, OfferedApp } from './api';
import { listingFields } from './ListingFields';
import styles from './Market.module.css';

/** The words of an app, those of the form alone. */
export const listingOf = ({ nameZh, nameEn, descriptionZh, descriptionEn }: Listing): Listing => ({
  nameZh,
  nameEn,
  descriptionZh,
  descriptionEn,
});

type Words = Listing & Pick<OfferedApp, 'updateTime'>;

interface MeanwhileForm {
  /** The change that was seen last; it goes with what is sent. Nothing for a new app. */
  seen: RefObject<number | undefined>;
  /** Takes a refusal that tells of another's words; false for any other. */
  told: (fault: CallFault) => boolean;
  line: ReactNode;
}

export function useMeanwhile(form: FormInstance<Listing>, app: OfferedApp | undefined): MeanwhileForm {
  const { t } = useTranslation();
  const seen = useRef(app?.updateTime);
  const [other, setOther] = useState<Meanwhile<Words> | null>(null);
  const told = (fault: CallFault) => {
    const meanwhile = meanwhileIn<Words>(fault);
    setOther(meanwhile);
    return meanwhile !== null;
  };
  const settle = (now: Words) => {
    seen.current = now.updateTime;
    setOther(null);
  };
  const words = {
    nameZh: `${t('market.name')} · ${t('market.chinese')}`,
    nameEn: `${t('market.name')} · ${t('market.english')}`,
    descriptionZh: `${t('market.description')} · ${t('market.chinese')}`,
    descriptionEn: `${t('market.description')} · ${t('market.english')}`,
  };
  const differs = ({ now }: Meanwhile<Words>) =>
    listingFields.filter((name) => now[name] !== (form.getFieldValue(name) ?? ''));
  const line = other ? (
    <div className={styles.meanwhile}>
      <ChangedMeanwhile
        by={other.by}
        at={other.time}
        onMine={() => {
          settle(other.now);
          form.submit();
        }}
        onTheirs={() => {
          settle(other.now);
          form.setFieldsValue(listingOf(other.now));
        }}
      >
        {differs(other).map((name) => (
          <p key={name}>{t('meanwhile.of', { what: words[name], now: other.now[name] || t('meanwhile.nothing') })}</p>
        ))}
      </ChangedMeanwhile>
    </div>
  ) : null;
  return { seen, told, line };
}
