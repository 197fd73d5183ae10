// A phone inside another site's page: the ticket in the address opens it once, nobody is signed in, and the page around gets its state by postMessage.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { postToEmbedder, useThemeOfAddress } from '@/shell/embedding';
import { usePageTitle } from '@/shell/usePageTitle';
import { Eyes } from '@/ui/Eyes';
import { EmptyState } from '@/ui/states/EmptyState';
import styles from './Embedded.module.css';
import { EmbeddedPlayer } from './EmbeddedPlayer';
import { message, type Opened, openEmbed } from './embedding';

export function EmbeddedPage() {
  const { t } = useTranslation();
  useThemeOfAddress();
  const [query, setQuery] = useSearchParams();
  const [ticket] = useState(() => query.get('token') ?? '');
  const [opened, setOpened] = useState<Opened | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a ticket is spent once, by the page that it was given to.
  useEffect(() => {
    let left = false;
    void openEmbed(ticket).then((outcome) => {
      if (left) return;
      if (outcome.opened) {
        setOpened(outcome.opened);
        return;
      }
      setRefusal(outcome.words);
      postToEmbedder(message('ended', 'refused'), outcome.origins);
    });
    // A spent ticket is removed from the address, so that the history does not keep it.
    setQuery(
      (now) => {
        now.delete('token');
        return now;
      },
      { replace: true },
    );
    return () => {
      left = true;
    };
  }, []);

  return (
    <main className={styles.page}>
      {opened ? (
        <EmbeddedPlayer opened={opened} />
      ) : (
        <EmbedRefused refused={refusal !== null} words={refusal || t('play.embedded.goneText')} />
      )}
    </main>
  );
}

/** Placeholder while the player is opened, or the reason why it was refused. */
function EmbedRefused({ refused, words }: { refused: boolean; words: string }) {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.play'));
  return (
    <div className={styles.without} role={refused ? 'alert' : 'status'}>
      <h1 ref={heading} tabIndex={-1} className="owl-hidden-text">
        {t('pages.play')}
      </h1>
      {refused ? (
        <EmptyState look="crossed" title={t('play.embedded.gone')} text={words} />
      ) : (
        <Eyes look="half" width={64} />
      )}
    </div>
  );
}
