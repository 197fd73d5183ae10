// Alarm before the session ends by inactivity: two short tones, once, and a notification where the page is hidden and has the permission.
// The permission is asked for within the click that opens a phone.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

const TONE_HZ = 880;
const TONE_S = 0.12;
const LOUDNESS = 0.08;

/** Whether this page has asked for the permission: a member who dismissed the question is not asked again. */
let asked = false;

function askToNotify(): void {
  if (asked || typeof Notification === 'undefined' || Notification.permission !== 'default') return;
  // A page opened by its address alone asks nothing: without a click the question would come out of nowhere.
  if (!navigator.userActivation?.isActive) return;
  asked = true;
  void Notification.requestPermission().catch(() => {});
}

export function useIdleAlarm(endsAt: number | null, name: string): void {
  const { t } = useTranslation();
  const threatened = endsAt !== null;
  useEffect(askToNotify, []);
  useEffect(() => {
    if (!threatened) return;
    let shown: Notification | undefined;
    // Browsers allow no sound before the first gesture on a page: the alarm is silent then.
    const context =
      typeof AudioContext === 'undefined' || !navigator.userActivation?.hasBeenActive ? null : new AudioContext();
    if (context) {
      const loudness = context.createGain();
      loudness.gain.value = LOUDNESS;
      loudness.connect(context.destination);
      for (const after of [0, TONE_S * 2]) {
        const tone = context.createOscillator();
        tone.frequency.value = TONE_HZ;
        tone.connect(loudness);
        tone.start(context.currentTime + after);
        tone.stop(context.currentTime + after + TONE_S);
      }
    }
    if (document.hidden && typeof Notification !== 'undefined' && Notification.permission === 'granted') {
      shown = new Notification(name, { body: t('play.idleSoon') });
    }
    return () => {
      void context?.close().catch(() => {});
      shown?.close();
    };
  }, [threatened, name, t]);
}
